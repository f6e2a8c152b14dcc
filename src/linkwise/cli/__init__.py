"""The command line: arguments, robots, trajectory files and reports, one idea a module."""
