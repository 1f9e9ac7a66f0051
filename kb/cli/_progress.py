"""Progress of long work: a line a stage on standard error, with what was handled and how long it took."""

import sys


class Progress:
    """Tells stages as they end; on a terminal the running stage is shown too. `quiet` tells nothing."""

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet

    def stage(self, name: str, handled: int, seconds: float) -> None:
        """One stage is done: its name, the number of things it handled, its processor seconds."""
        if not self.quiet:
            write_line(f"  {name:<20} {handled:>8,}   {seconds:7.2f} s")

    def note(self, message: str) -> None:
        """A line of its own."""
        if not self.quiet:
            write_line(message)


def write_line(line: str) -> None:
    """A line on standard error, in one piece: neither Ctrl-C nor another process comes between it and its end."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
