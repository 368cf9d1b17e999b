"""Texts that several scripts of this folder print."""


def printable(text):
    """Texts of programs and files must not move the cursor."""
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text)


def some(names):
    """Eight names in alphabetical order, and how many more there are."""
    names = sorted(set(names))
    return printable(", ".join(names[:8])) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
