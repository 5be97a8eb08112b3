"""Reads peer_failures.txt and its like: cases that are known to fail on a runtime or an emulator; they count as skipped."""
import fnmatch


def read(path):
    """The list of (pattern of case names, reason)."""
    listed = []
    for line in path.read_text().splitlines():
        line = line.split("#", 1)[0].strip()
        if line:
            pattern, reason = line.split(" :: ", 1)
            listed.append((pattern.strip(), reason.strip()))
    return listed


def reason_for(name, listed):
    """Why this case is expected to fail, or None."""
    for pattern, reason in listed:
        if fnmatch.fnmatchcase(name, pattern.replace("[", "[[]")):
            return reason
    return None
