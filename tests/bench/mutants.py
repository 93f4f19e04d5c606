"""Do the tests notice a wrong rule? `python tests/bench/mutants.py [--count 300] [--seed 1] [--jobs 2]`.

Makes random small faults in the rules, score and view files of each game, one at a time, in a copy of the project, and
runs that game's tests on it, without the golden games. Prints a line for each survivor, then the share killed. Exits 1
below 90 %.
"""

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[2]
NOT_MUTATED = {"__init__.py", "data.py", "choices.py", "facts.py", "codes.py"}  # tables, names and shapes
SLOWER = 1.5  # a mutant that makes the tests need this much more of the processor than they do, hangs
MEMORY = 4 << 30  # bytes
TARGET = 0.9

SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One fault: the file, the line, what was done, and the whole new text."""

    path: Path
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


@dataclass(frozen=True)
class Change:
    """A field of a syntax node and the value to try there."""

    holder: ast.AST
    field: str
    new: object
    line: int
    what: str

    def text(self, tree: ast.Module) -> str:
        old = getattr(self.holder, self.field)
        setattr(self.holder, self.field, self.new)
        try:
            return ast.unparse(ast.fix_missing_locations(tree))
        finally:
            setattr(self.holder, self.field, old)


def changes_of(node: ast.AST) -> Iterator[Change]:
    """Every small fault that can be made at this node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            for kind in SWAPS[type(op)]:
                yield Change(node, "ops", [kind()], node.lineno, f"{ast.unparse(node)}: {kind.__name__}")
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            for kind in SWAPS[type(op)]:
                yield Change(node, "op", kind(), node.lineno, f"{ast.unparse(node)}: {kind.__name__}")
        case ast.Constant(value=bool() as value):
            yield Change(node, "value", not value, node.lineno, f"{value} -> {not value}")
        case ast.Constant(value=int() as value):
            for new in (value + 1, value - 1):
                yield Change(node, "value", new, node.lineno, f"{value} -> {new}")
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield Change(node, "test", ast.UnaryOp(ast.Not(), test), test.lineno, f"not ({ast.unparse(test)})")
        case ast.Call(func=ast.Name(id=name) as function) if name in TWINS:
            yield Change(function, "id", TWINS[name], node.lineno, f"{ast.unparse(node)}: {TWINS[name]}")
    yield from removals(node)


def removals(node: ast.AST) -> Iterator[Change]:
    """Each assignment or call of a body left out."""
    for field in ("body", "orelse"):
        statements = getattr(node, field, None)
        if not isinstance(statements, list):
            continue
        for i, statement in enumerate(statements):
            called = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            if called or isinstance(statement, (ast.Assign, ast.AugAssign)):
                rest = [*statements[:i], ast.Pass(), *statements[i + 1 :]]
                yield Change(node, field, rest, statement.lineno, f"removed: {ast.unparse(statement)[:70]}")


def code_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs inside functions; imports, tables and annotations do not count."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node
            for statement in node.body:
                yield from ast.walk(statement)


def mutants_of(path: Path) -> Iterator[Mutant]:
    tree = ast.parse((ROOT / path).read_text())
    seen: set[str] = {ast.unparse(tree)}
    for node in code_nodes(tree):
        for change in changes_of(node):
            text = change.text(tree)
            if text not in seen:
                seen.add(text)
                yield Mutant(path, change.line, change.what, text)


def sources(game: str) -> list[Path]:
    folder = ROOT / "engine" / game
    return [path.relative_to(ROOT) for path in sorted(folder.rglob("*.py")) if path.name not in NOT_MUTATED]


def games() -> list[str]:
    return [path.parent.name for path in sorted(ROOT.glob("engine/*/rules.py"))]


def command(game: str) -> list[str]:
    """That game's rule tests, then its laws at small tables; the first failure is enough."""
    small = " or ".join(f"{game}-{seats}-" for seats in (1, 2, 3))
    chosen = f"{game} and not golden and not many and (not laws_hold or {small})"
    tests = [f"tests/engine/{game}", "tests/engine/test_laws.py"]
    quiet = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--timeout=0"]
    return [sys.executable, "-m", "pytest", *quiet, "-m", "not long", "-k", chosen, *tests]


def killed(mutant: Mutant, copy: Path, seconds: int) -> bool:
    """Whether that game's tests fail with this fault in place, or need more than `seconds` of processor time."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    target = copy / mutant.path
    original = target.read_text()
    target.write_text(mutant.text)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = command(mutant.path.parts[1])
        return subprocess.run(run, cwd=copy, env=environment, preexec_fn=limit, capture_output=True).returncode != 0
    finally:
        target.write_text(original)


def seconds_needed(game: str, copy: Path) -> int:
    """Processor time that a mutant of this game gets. Raises RuntimeError if the tests fail without any mutant."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    rules = sources(game)[0]
    if killed(Mutant(rules, 0, "nothing changed", (ROOT / rules).read_text()), copy, seconds=3600):
        raise RuntimeError(f"the tests of {game} fail without any mutant")
    return int((resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * SLOWER) + 10


def copies(folder: str, jobs: int) -> "SimpleQueue[Path]":
    queue: SimpleQueue[Path] = SimpleQueue()
    for job in range(jobs):
        target = Path(folder) / str(job)
        for name in ("engine", "tests/engine", "tests/toy_game.py", "pyproject.toml"):
            source = ROOT / name
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            copier: Callable[..., object] = shutil.copytree if source.is_dir() else shutil.copy
            copier(source, target / name)
        queue.put(target)
    return queue


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", choices=games())
    asked = parser.parse_args()
    chosen = [asked.game] if asked.game else games()
    every = [mutant for game in chosen for path in sources(game) for mutant in mutants_of(path)]
    sample = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    print(f"{'mutants that can be made':40} {len(every)}", flush=True)
    survivors = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        places = copies(folder, asked.jobs)
        first = places.get()
        seconds = {game: seconds_needed(game, first) for game in chosen}
        places.put(first)

        def trial(mutant: Mutant) -> bool:
            place = places.get()
            try:
                return killed(mutant, place, seconds[mutant.path.parts[1]])
            finally:
                places.put(place)

        for mutant, dead in zip(sample, pool.map(trial, sample), strict=True):
            survivors += not dead
            if not dead:
                print(f"survived {mutant}", flush=True)
    share = 1 - survivors / len(sample)
    print(f"{'killed':40} {share:.1%} of {len(sample)} (target {TARGET:.0%})")
    return 0 if share >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
