#!/usr/bin/env python3
"""Applies each mutant of mutants.list to a copy of a source file and expects
that its test turns red.

    mutants.py ROOT BUILD [--only REGEX] [--part I/N] [--jobs J]

BUILD is a build of the sealed module with its development libraries and its
test programs. For a mutant one file is compiled again, with the flags of its
library, and linked in front of that library with the objects of a test
program; nothing in ROOT or in BUILD is changed but BUILD/mutants. --part 0/4
takes every fourth mutant. Fails if a mutant survives, if one does not apply or
compile, or if a test is red without a mutant.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE, SERVICE = "tests/module/CMakeFiles", "tests/service/CMakeFiles"
COMMON = [f"{MODULE}/module_test_common.dir"]
# Test programs: library, folders of objects, and what else is defined.
PROGRAMS = {
    "module": ("cordon_dev", COMMON + [f"{MODULE}/module_suites.dir"]),
    "object": ("cordon_dev_test",
               COMMON + [f"{MODULE}/module_suites.dir",
                         f"{MODULE}/module_object_suites.dir"]),
    "host": ("cordon_dev", COMMON + [f"{MODULE}/module_host_suites.dir"]),
    "power_on": ("cordon_dev",
                 COMMON + [f"{MODULE}/module_power_on_suites.dir"]),
    "first_use": ("cordon_dev",
                  COMMON + [f"{MODULE}/module_first_use_suites.dir"]),
    "scalar": ("cordon_dev", COMMON + [f"{MODULE}/module_scalar_test.dir"]),
    "strength": ("cordon_dev",
                 COMMON + [f"{MODULE}/module_strength_test.dir",
                           f"{MODULE}/module_strength_test_objects.dir"],
                 "-DCORDON_MIN_STRENGTH=128"),
    "service": ("cordon_dev", [f"{SERVICE}/service_test.dir",
                               f"{SERVICE}/service_test_common.dir"]),
    "curve": ("cordon_dev", [f"{SERVICE}/service_curve_test.dir",
                             f"{SERVICE}/service_test_common.dir"]),
    "given": ("cordon_dev_test", [f"{SERVICE}/service_given_nonce_test.dir",
                                  f"{SERVICE}/service_test_common.dir"]),
    "internal": ("cordon_dev_test",
                 [f"{SERVICE}/service_internal_test.dir",
                  f"{SERVICE}/service_test_common.dir"]),
    # The sealed object, sealed again.
    "sealed_module": ("cordon", COMMON + [f"{MODULE}/module_suites.dir"]),
    "sealed_power_on": ("cordon",
                        COMMON + [f"{MODULE}/module_power_on_suites.dir"]),
}
TIMEOUT = 120


def read_list(path):
    """Blocks of: mutant NAME, file, - and + lines, perhaps with, test."""
    out = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            if line[:2] in ("- ", "-", "+ ", "+"):
                out[-1]["old" if line[0] == "-" else "new"].append(line[2:])
                continue
            word, _, rest = line.partition(" ")
            if word == "mutant":
                out.append({"mutant": rest, "old": [], "new": [], "with": ""})
            elif word in ("file", "with", "test"):
                out[-1][word] = rest
            else:
                sys.exit(f"{path}: cannot read `{line}`")
    return out


class Runner:
    def __init__(self, root, build):
        self.root, self.build = os.path.abspath(root), os.path.abspath(build)
        self.work = os.path.join(self.build, "mutants")
        with open(os.path.join(build, "compile_commands.json"),
                  encoding="utf-8") as f:
            self.commands = json.load(f)
        with open(os.path.join(build, "CMakeCache.txt"),
                  encoding="utf-8") as f:
            self.cxx = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", f.read(),
                                 re.M).group(1)
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)

    def run(self, command, folder=None, **kw):
        return subprocess.run(command, cwd=folder or self.build,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False, **kw)

    def compiled_as(self, path, library):
        """The command that compiles a source file for a library."""
        target = "cordon_objects.dir" if library == "cordon" else \
            f"CMakeFiles/{library}.dir"
        for entry in self.commands:
            if (os.path.relpath(entry["file"], self.root) == path and
                    f" CMakeFiles/{target.split('/')[-1]}/" in
                    entry["command"]):
                return shlex.split(entry["command"]), entry["directory"]
        raise LookupError(f"{path} is not in {library}")

    def compile(self, folder, path, library, define, shadow):
        """Compiles root/path, or its copy in the shadow, to an object."""
        command, directory = self.compiled_as(path, library)
        source = os.path.join(shadow, path)
        if not os.path.exists(source):
            source = os.path.join(self.root, path)
        out = os.path.join(folder, path.replace("/", "_") + ".o")
        command[command.index("-o") + 1] = out
        command[command.index("-c") + 1] = source
        # Warnings about what a mutant leaves unused are of no interest.
        command[1:1] = [f"-I{shadow}", f"-I{shadow}/fipsmodule"] + define
        done = self.run(command + ["-w"], directory)
        if done.returncode != 0:
            raise RuntimeError(f"{path} does not compile:\n{done.stdout}")
        return out

    def objects(self, folders, replaced):
        names = {os.path.basename(p) + ".o" for p in replaced}
        for folder in folders:
            for path, _, files in os.walk(os.path.join(self.build, folder)):
                for name in sorted(files):
                    if name.endswith(".o") and name not in names:
                        yield os.path.join(path, name)

    def seal(self, folder, replaced):
        """The sealed object once more, with other objects for some files."""
        steps = self.run(["ninja", "-t", "commands", "cordon.o"]).stdout
        out = os.path.join(folder, "cordon")
        for step in steps.strip().split("\n")[-3:]:
            for path, new in replaced.items():
                step = re.sub(r"\S*cordon_objects\.dir/\S*?" +
                              re.escape(path) + r"\.o", new, step)
            for suffix in ("-unsealed.o", ".map", ".o"):
                step = step.replace(f"{self.build}/cordon{suffix}",
                                    out + suffix)
            if " identity " in step:
                continue
            done = self.run(["sh", "-c", step])
            if done.returncode != 0:
                raise RuntimeError("cannot seal:\n" + done.stdout)
        return [out + ".o", os.path.join(self.build, "host_linux.o")]

    def link(self, folder, program, replaced):
        library, folders, *_ = PROGRAMS[program]
        objects = list(self.objects(folders, replaced))
        # A host of the tests' own takes the place of the archive's member.
        if library == "cordon":
            parts = self.seal(folder, replaced)
            if any("custom_host" in o for o in objects):
                parts = parts[:1]
        else:
            parts = list(replaced.values()) + [f"lib{library}.a"]
        out = os.path.join(folder, program)
        done = self.run([self.cxx, "-o", out] + objects + parts +
                        ["-lgtest", "-lgtest_main", "-lcrypto", "-ldl",
                         "-pthread"])
        if done.returncode != 0:
            raise RuntimeError("does not link:\n" + done.stdout)
        return out

    def test(self, folder, program, name):
        """True if the test passes; it must run and not be skipped."""
        where = os.path.join(folder, "run")
        os.makedirs(where, exist_ok=True)
        try:
            done = self.run([program, f"--gtest_filter={name}"], where,
                            timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return False
        ran = re.search(r"\[==========\] Running (\d+) test", done.stdout)
        if done.returncode == 0 and (not ran or ran.group(1) == "0" or
                                     "[  PASSED  ] 0 tests" in done.stdout):
            raise RuntimeError(f"no test runs as {name}")
        return done.returncode == 0

    def mutate(self, mutant, shadow):
        path = os.path.join(self.root, mutant["file"])
        with open(path, encoding="utf-8") as f:
            text = f.read()
        old, new = "\n".join(mutant["old"]), "\n".join(mutant["new"])
        if text.count(old) != 1:
            raise RuntimeError(f"{text.count(old)} places in {mutant['file']} "
                               f"that read\n{old}")
        out = os.path.join(shadow, mutant["file"])
        os.makedirs(os.path.dirname(out))
        with open(out, "w", encoding="utf-8") as f:
            f.write(text.replace(old, new))

    def one(self, mutant):
        """Returns (verdict, seconds, detail)."""
        start = time.time()
        program, name = mutant["test"].split(None, 1)
        library, _, *define = PROGRAMS[program]
        folder = os.path.join(self.work, re.sub(r"\W+", "_", mutant["mutant"]))
        shadow = os.path.join(folder, "shadow")
        os.makedirs(shadow)
        try:
            self.mutate(mutant, shadow)
            files = mutant["with"].split() or [mutant["file"]]
            replaced = {p: self.compile(folder, p, library, define, shadow)
                        for p in files}
            passed = self.test(folder, self.link(folder, program, replaced),
                               name)
            verdict, detail = ("SURVIVED" if passed else "killed"), ""
        except (RuntimeError, LookupError, OSError) as e:
            verdict, detail = "ERROR", str(e)
        shutil.rmtree(folder, ignore_errors=True)
        return verdict, time.time() - start, detail

    def baseline(self, mutants):
        """The tests that are named pass without a mutant, with one file
        compiled again and linked in front as it is."""
        names, files = {}, {}
        for m in mutants:
            program, name = m["test"].split(None, 1)
            names.setdefault(program, set()).add(name)
            files[program] = (m["with"].split() or [m["file"]])[0]
        red = []
        for program, filters in sorted(names.items()):
            folder = os.path.join(self.work, "baseline_" + program)
            os.makedirs(folder)
            library, _, *define = PROGRAMS[program]
            again = {files[program]: self.compile(folder, files[program],
                                                  library, define, folder)}
            linked = self.link(folder, program, again)
            if not self.test(folder, linked, ":".join(sorted(filters))):
                red.append(program)
            shutil.rmtree(folder, ignore_errors=True)
        return red


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("build")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    part, parts = map(int, args.part.split("/"))
    mutants = [m for m in read_list(os.path.join(HERE, "mutants.list"))
               if re.search(args.only, m["mutant"])][part::parts]
    runner, start, bad = Runner(args.root, args.build), time.time(), 0
    for program in runner.baseline(mutants):
        print(f"a test of `{program}` is red without a mutant")
        bad += 1
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for m, (verdict, seconds, detail) in zip(
                mutants, pool.map(runner.one, mutants)):
            print(f"{verdict:8} {seconds:5.1f} s  {m['mutant']}  "
                  f"({m['test']}) {detail}", flush=True)
            bad += verdict != "killed"
    print(f"{len(mutants)} mutants, {bad} problems, "
          f"{time.time() - start:.0f} s")
    return 1 if bad or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
