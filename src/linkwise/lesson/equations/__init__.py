"""The equations of motion in closed form, and where their terms come from."""
