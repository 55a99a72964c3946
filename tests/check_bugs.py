#!/usr/bin/env python3
"""Checks bugs.list, the table from public bugs to what shows them here.

    check_bugs.py LIST BUILD

A line is: id, kind, value. Kind `test`: the value is a test of this build, by
suite and name. `audit`: the constant-time audit shows it, the value says where.
`none`: it does not concern this build, the value says why. Each test that is
named must exist, and each test whose name carries a CVE must be in the list
under that id.
"""
import re
import subprocess
import sys


def tests_of(build):
    out = subprocess.run(["ctest", "--test-dir", build, "-N"], check=True,
                         capture_output=True, text=True).stdout
    names = set()
    for name in re.findall(r"^ *Test +#\d+: (.*)$", out, re.M):
        # Suite/Test.Name/Parameter, where the first and the last may be absent.
        m = re.match(r"(?:[^/.]+/)?([^/.]+\.[^/ ]+)", name)
        names.add(m.group(1) if m else name)
    return names


def main():
    path, build = sys.argv[1:]
    tests = tests_of(build)
    rows, problems = [], []
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            row = line.split(None, 2)
            if len(row) != 3 or row[1] not in ("test", "audit", "none"):
                problems.append(f"line {number}: not `id kind value`")
                continue
            bug, kind, value = row[0], row[1], row[2].strip()
            rows.append((bug, kind, value))
            if kind == "test" and value not in tests:
                problems.append(f"{bug}: there is no test {value}")
    listed = {(bug, value) for bug, _, value in rows}
    for name in tests:
        for year, serial in re.findall(r"CVE_(\d{4})_(\d+)", name):
            bug = f"CVE-{year}-{serial}"
            if (bug, name) not in listed:
                problems.append(f"{name}: not listed under {bug}")
    for problem in problems:
        print(problem, file=sys.stderr)
    counts = {kind: len({bug for bug, k, _ in rows if k == kind})
              for kind in ("test", "audit", "none")}
    print(f"{counts['test']} bugs shown by tests, {counts['audit']} by the "
          f"audit, {counts['none']} that do not concern this build")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
