"""One line of the table of goals."""
from dataclasses import dataclass

# A ratio this little over its mark is not told from one at it: runs of one program differ by more.
NOISE = 1.05


@dataclass
class Figure:
    goal: str
    measured: str
    others: str
    wanted: str
    reached: object  # True, False, or None when it could not be measured

    @property
    def verdict(self):
        return {True: "reached", False: "NOT REACHED", None: "not measured"}[self.reached]


def not_measured(goal, wanted, why):
    return Figure(goal, why, "", wanted, None)
