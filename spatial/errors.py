"""What linkwise says when something is wrong."""


class LinkwiseError(ValueError):
    """A mistake that a user can mend: the message names the link, joint, argument or line."""


class LinkwiseWarning(UserWarning):
    """Something was understood but may not be what was meant: the message names it."""
