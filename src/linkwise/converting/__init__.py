"""The same quantity in another book's convention: named conventions, and the way between them."""
