"""The page for the browser."""
