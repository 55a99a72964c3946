#!/usr/bin/env python3
"""Writes the table from requirements to tests and to code.

    requirements.py ROOT BUILD OUT

ROOT is the source folder, BUILD a configured build with its tests, OUT.md and
OUT.json are written. A requirement of requirements.list has tests: those whose
name or whose comment right above carries its number. It fails on a requirement
that has no test or, if it has code, no mutant in mutants.list, and is not listed
as planned, none or audit; on a number that is not in the list; on a file that
does not exist; and on a test of GoogleTest that this build does not run.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ("code", "planned", "none", "audit")
# What begins a test, by the language of its file.
STARTS = {
    ".cc": re.compile(r"^(?:TEST|TEST_F|TEST_P)\(\s*(\w+)\s*,\s*(\w+)\s*\)"),
    ".go": re.compile(r"^func (Test\w+)\("),
    ".py": re.compile(r"^\s*def (test_\w+|check_\w+)\("),
}
COMMENT = {".cc": "//", ".go": "//", ".py": "#"}
NUMBER = re.compile(r"(?<![A-Za-z0-9])_?R(\d{1,2})(?![A-Za-z0-9])|"
                    r"(?<=_)R(\d{1,2})(?=_|$)|(?<=^Test)R(\d{1,2})")
FOLDERS = ("tests", "tools", "acvp", "ctcheck")


def read_list(path):
    """The blocks of requirements.list, by number."""
    out, block = {}, None
    with open(path, encoding="utf-8") as f:
        for line in f:
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            word, _, rest = text.partition(" ")
            if re.fullmatch(r"R\d+", word):
                block = {"statement": rest, "code": [], "tests": []}
                out[int(word[1:])] = block
            elif block is not None and word in KINDS and rest:
                block[word] = rest.split() if word == "code" else rest
            else:
                sys.exit(f"{path}: cannot read `{text}`")
    return out


def numbers_in(text):
    return {int(a or b or c) for a, b, c in NUMBER.findall(text)}


def tests_of(path, ext):
    """Yields (name, numbers) of each test of a file."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    comment = []
    for i, line in enumerate(lines):
        if line.strip().startswith(COMMENT[ext]):
            comment.append(line)
            continue
        # The head of a test may go on in the next line.
        m = STARTS[ext].match(line + " " + "".join(lines[i + 1:i + 2]).strip())
        if m:
            name = ".".join(m.groups())
            yield name, numbers_in("\n".join(comment)) | numbers_in(name)
        comment = []


def find_tests(root):
    for folder in FOLDERS:
        for path, dirs, files in os.walk(os.path.join(root, folder)):
            dirs[:] = sorted(d for d in dirs if d != "testdata")
            for name in sorted(files):
                ext = os.path.splitext(name)[1]
                if ext in STARTS:
                    full = os.path.join(path, name)
                    for test, numbers in tests_of(full, ext):
                        yield os.path.relpath(full, root), test, numbers


def built_tests(build):
    """What ctest knows: suites of GoogleTest by name, other tests as they
    are. None if the test programs are not built."""
    out = subprocess.run(["ctest", "--test-dir", build, "-N"], check=True,
                         capture_output=True, text=True).stdout
    names = set()
    for name in re.findall(r"^ *Test +#\d+: (.*)$", out, re.M):
        m = re.match(r"(?:[^/.]+/)?([^/.]+\.[^/ ]+)", name)
        names.add(m.group(1) if m else name)
    return names


def runs_itself(root, path):
    """True if the folder of a test has tests that are not discovered one by one:
    a program or a script that ctest runs as a whole."""
    cmake = os.path.join(root, os.path.dirname(path), "CMakeLists.txt")
    if not os.path.exists(cmake):
        return False
    with open(cmake, encoding="utf-8") as f:
        return "add_test(" in f.read()


def mutated():
    """The numbers of the requirements that have a mutant."""
    with open(os.path.join(HERE, "mutants.list"), encoding="utf-8") as f:
        return {int(n) for n in re.findall(r"^mutant R(\d+) ", f.read(), re.M)}


def check(root, table, built, problems):
    mutants = mutated()
    for number, block in sorted(table.items()):
        rows = block["tests"]
        excused = [k for k in ("planned", "none", "audit") if k in block]
        if not rows and not excused:
            problems.append(f"R{number} has no test")
        if not block["code"] and not excused:
            problems.append(f"R{number} has no code")
        if block["code"] and number not in mutants:
            problems.append(f"R{number} has no mutant")
        for path in block["code"]:
            if not os.path.exists(os.path.join(root, path)):
                problems.append(f"R{number}: there is no {path}")
        for row in rows:
            if (row["file"].endswith(".cc") and row["test"] not in built and
                    not runs_itself(root, row["file"])):
                problems.append(f"R{number}: this build does not run "
                                f"{row['test']} ({row['file']})")


def write(out, table):
    with open(out + ".json", "w", encoding="utf-8") as f:
        json.dump({f"R{n}": b for n, b in sorted(table.items())}, f, indent=1)
        f.write("\n")
    with open(out + ".md", "w", encoding="utf-8") as f:
        f.write("# Requirements, the tests that show them, and the code\n\n"
                "Written by tests/requirements/requirements.py.\n")
        for number, block in sorted(table.items()):
            f.write(f"\n## R{number}: {block['statement']}\n\n")
            for kind in ("planned", "none", "audit"):
                if kind in block:
                    f.write(f"- {kind}: {block[kind]}\n")
            for path in block["code"]:
                f.write(f"- code: {path}\n")
            for row in block["tests"]:
                f.write(f"- test: {row['test']} ({row['file']})\n")


def main():
    root, build, out = sys.argv[1:]
    table = read_list(os.path.join(HERE, "requirements.list"))
    problems = []
    for path, test, numbers in find_tests(root):
        for number in sorted(numbers):
            if number in table:
                table[number]["tests"].append({"test": test, "file": path})
            else:
                problems.append(f"{path}: {test} names R{number}, which is not "
                                "in requirements.list")
    check(root, table, built_tests(build), problems)
    write(out, table)
    for problem in problems:
        print(problem, file=sys.stderr)
    shown = sum(1 for b in table.values() if b["tests"])
    print(f"{shown} of {len(table)} requirements shown by "
          f"{sum(len(b['tests']) for b in table.values())} tests; table in "
          f"{out}.md")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
