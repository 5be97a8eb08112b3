"""Makes what the programs work on: from fixed seeds, once."""
import random
import shutil
import subprocess

PROTEIN = "ACDEFGHIKLMNPQRSTVWY"


def write_once(path, make):
    """`make(path)` only when a finished file is not there."""
    if path.exists():
        return
    unfinished = path.with_name("unfinished-" + path.name)
    make(unfinished)
    unfinished.rename(path)


def mutated(generator, letters, sequence, share):
    return "".join(generator.choice(letters) if generator.random() < share else letter for letter in sequence)


def family(path, letters, length, members):
    """Descendants of one sequence, at five distances."""
    generator = random.Random(7)
    ancestor = "".join(generator.choice(letters) for _ in range(length))
    path.write_text("".join(f">s{i}\n{mutated(generator, letters, ancestor, 0.06 * (1 + i % 5))}\n" for i in range(members)))


def sequences(folder):
    write_once(folder / "dna.fa", lambda path: family(path, "ACGT", 400, 60))
    write_once(folder / "protein.fa", lambda path: family(path, PROTEIN, 150, 50))


def reads(folder):
    def make(path):
        generator = random.Random(8)
        genome = "".join(generator.choice("ACGT") for _ in range(60_000))
        starts = [generator.randrange(len(genome) - 100) for _ in range(12_000)]
        path.write_text("".join(f">r{i}\n{genome[at:at + 100]}\n" for i, at in enumerate(starts)))

    write_once(folder / "reads.fa", make)


def noise(folder):
    write_once(folder / "noise", lambda path: path.write_bytes(random.Random(9).randbytes(3_000_000)))


def picture(folder):
    def make(path):
        width, height = 500, 400
        path.write_bytes(b"P6 %d %d 255\n" % (width, height) + random.Random(10).randbytes(width * height * 3))

    write_once(folder / "picture.ppm", make)


def text_picture(folder):
    def make(path):
        font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
        words = "text 20,60 'The quick brown fox jumps' text 20,120 'over the lazy dog 1234567890'"
        subprocess.run(["gm", "convert", "-size", "640x160", "xc:white", "-font", font, "-pointsize", "36", "-draw", words,
                        f"png:{path}"], check=True)

    write_once(folder / "text.png", make)


def water(folder):
    """A small cube of water molecules, for the quantum chemistry programs."""
    atoms = []
    for i in range(2):
        for j in range(2):
            for k in range(2):
                x, y, z = 3.0 * i, 3.0 * j + 0.1 * i, 3.0 * k + 0.1 * j
                atoms += [("O", x, y, z), ("H", x + 0.96, y, z), ("H", x - 0.24, y + 0.93, z)]
    write_once(folder / "water.xyz", lambda path: path.write_text(
        f"{len(atoms)}\n\n" + "".join(f"{name} {x} {y} {z}\n" for name, x, y, z in atoms)))
    write_once(folder / "water.mop", lambda path: path.write_text(
        "PM7 1SCF THREADS=4\n\n\n" + "".join(f"{name} {x} 1 {y} 1 {z} 1\n" for name, x, y, z in atoms)))


def water_box(folder):
    """A run input for GROMACS: 216 water molecules, and the tools of the package itself to prepare it."""
    def make(path):
        place = folder / "water-box"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        (place / "top").write_text('#include "oplsaa.ff/forcefield.itp"\n#include "oplsaa.ff/spce.itp"\n'
                                   "[ system ]\nwater\n[ molecules ]\n")
        (place / "run.mdp").write_text("integrator = md\nnsteps = 60\ndt = 0.001\nrcoulomb = 0.9\nrvdw = 0.9\n"
                                       "coulombtype = PME\nnstenergy = 20\nnstlog = 20\ngen_vel = yes\ngen_seed = 1\n"
                                       "gen_temp = 300\nconstraints = none\n")
        (place / "top").rename(place / "topol.top")
        for command in (["solvate", "-cs", "spc216", "-box", "2.2", "2.2", "2.2", "-p", "topol.top", "-o", "box.gro"],
                        ["grompp", "-f", "run.mdp", "-c", "box.gro", "-p", "topol.top", "-o", "run.tpr", "-maxwarn", "2"]):
            subprocess.run(["gmx", *command], cwd=place, check=True, capture_output=True)
        shutil.copy(place / "run.tpr", path)

    write_once(folder / "water.tpr", make)


def translations(folder):
    """Two catalogues of messages for msgmerge, alike enough that it searches for the nearest ones."""
    def make(path):
        generator = random.Random(11)
        words = ["file", "not", "found", "open", "cannot", "while", "reading", "option", "unknown", "value", "the", "of"]
        lines = [" ".join(generator.choice(words) for _ in range(9)) for _ in range(250)]
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        path.write_text(head + "".join(f'msgid "{line}"\nmsgstr "translated {n}"\n\n' for n, line in enumerate(lines)))
        changed = [line.replace("cannot", "could not").replace("the", "a") for line in lines]
        (folder / "new.pot").write_text(head + "".join(f'msgid "{line}"\nmsgstr ""\n\n' for line in dict.fromkeys(changed)))

    write_once(folder / "old.po", make)


def cone(folder):
    """A lattice problem for Normaliz: a random rational cone."""
    def make(path):
        generator = random.Random(12)
        rows = [" ".join(str(generator.randrange(0, 7)) for _ in range(6)) for _ in range(11)]
        path.write_text("amb_space 6\ncone 11\n" + "\n".join(rows) + "\nHilbertBasis\nHilbertSeries\n")

    write_once(folder / "cone.in", make)
