"""One robot in several dynamics engines: which of them disagree, in which term, and why."""
