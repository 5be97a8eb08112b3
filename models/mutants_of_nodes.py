"""Mutants of what the ranks of one node share; models/mutants.py takes them in."""
from mutant import Mutant


def of(file, program, old, new, story):
    return Mutant("node", f"ttg/ranks/transport/{file}", old, new, story, [program], root="front/ttg/include")


MUTANTS_OF_NODES = [
    of("node_ring.h", "ring", "count, std::memory_order_release);  // [NODE-RING-1]", "count, std::memory_order_relaxed);",
       "a batch is read before its bytes are there"),
    of("node_ring.h", "ring", "word.load(std::memory_order_acquire);", "word.load(std::memory_order_relaxed);",
       "the reader does not see the bytes of a batch that it sees"),
    of("node_ring.h", "ring", "if (written_ - seen_taken_ == Memory::kSlots) return false;", "",
       "a batch is overwritten before it was taken"),
    of("node_ring.h", "ring", "taken.load(std::memory_order_acquire);", "taken.load(std::memory_order_relaxed);",
       "a slot is written while its batch is still read"),
    of("node_ring.h", "ring", "memory_.taken.store(next, std::memory_order_release);", "memory_.taken.store(next, std::memory_order_relaxed);",
       "a slot counts as taken before its batch was read"),
    of("node_ring.h", "ring", "if (word >> 32 != short_number(next)) return false;", "if (word == 0) return false;",
       "a batch is taken twice"),
    of("node_waves.h", "waves", "number.store(number_, std::memory_order_release);", "number.store(number_, std::memory_order_relaxed);",
       "others see a rank's number before what it gave"),
    of("node_waves.h", "waves", "number.load(std::memory_order_acquire)", "number.load(std::memory_order_relaxed)",
       "a rank does not see what another one gave"),
    of("node_waves.h", "waves", "place[++number_ % 2];", "place[++number_ % 1];",
       "a rank gives to the next wave what others still read of this one"),
]
