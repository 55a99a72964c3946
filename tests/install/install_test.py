#!/usr/bin/env python3
"""Consumers of the installed tree, one claim a run.

    install_test.py --build DIR --work DIR CLAIM

`tree` installs below --work; the other claims use what it made. The texts that
a user copies (the C example, the CMake lines, the cc line) are taken from
README.md, so that they cannot rot.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
README_PREFIX = "/opt/cordon"
NOT_INSTALLED = {"test.h"}


class Failed(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failed(what)


def run(*command, cwd=None, fails=False):
    r = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if (r.returncode == 0) == fails:
        want = "an error" if fails else "success"
        raise Failed(f"{' '.join(command)}: exit code {r.returncode}, not "
                     f"{want}\n{r.stdout}{r.stderr}")
    return r.stdout + r.stderr


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def files_below(folder):
    return sorted(os.path.relpath(os.path.join(d, f), folder)
                  for d, _, files in os.walk(folder) for f in files)


def compilers():
    found = [(c, cxx) for c, cxx in (("gcc", "g++"), ("clang", "clang++"))
             if shutil.which(c) and shutil.which(cxx)]
    expect(found, "no C and C++ compiler")
    return found


# ---- What README.md says.
def readme():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as f:
        return f.read()


def readme_block(language):
    blocks = re.findall(r"^```" + language + r"\n(.*?)^```$", readme(),
                        re.M | re.S)
    expect(len(blocks) == 1, f"README.md has {len(blocks)} blocks of "
           f"{language}, the test knows what to do with one")
    return blocks[0]


def readme_program():
    """The C example as a program: its last block, which handles errors, ends
    the program with 1."""
    lines = readme_block("c").rstrip("\n").split("\n")
    includes = [line for line in lines if line.startswith("#include")]
    body = [line for line in lines if not line.startswith("#include")]
    expect(includes and body[-1] == "}", "the C example of README.md is not "
           "of the shape that the test knows")
    body[-1:] = ["return 1;", "}"]
    return "\n".join(includes + [
        "int main(void) {",
        "static const uint8_t msg[] = {1, 2, 3};",
        "const size_t msg_len = sizeof msg;"] + body + ["return 0;", "}", ""])


def readme_cc_line():
    lines = re.findall(r"`(cc app\.c [^`]*)`", readme())
    expect(len(lines) == 1, f"README.md has {len(lines)} lines with cc app.c")
    return lines[0]


# ---- The claims.
def tree(build, prefix):
    shutil.rmtree(prefix, ignore_errors=True)
    run("cmake", "--install", build, "--prefix", prefix)
    public = os.path.join(ROOT, "fipsmodule/include/cordon")
    want = {f"include/cordon/{h}" for h in os.listdir(public)
            if h.endswith(".h") and h not in NOT_INSTALLED}
    want |= {"lib/libcordon.a", "lib/libcordon.so", "lib/libcordon.so.0",
             "bin/cordon-seal", "share/doc/Cordon/LICENSE"}
    if os.path.exists(os.path.join(build, "bin/cordon")):  # if it is built
        want.add("bin/cordon")
    package = "lib/cmake/Cordon/"
    have = set(files_below(prefix))
    extra = {f for f in have - want if not f.startswith(package)}
    expect(not extra, f"installed, and not expected: {sorted(extra)}")
    expect(want <= have, f"not installed: {sorted(want - have)}")
    for name in (f for f in have if f.startswith(package)):
        with open(os.path.join(prefix, name), encoding="utf-8") as f:
            text = f.read()
        for folder in (build, ROOT, prefix):
            expect(folder not in text, f"{name} names the folder {folder}")


def seal(build, prefix):
    """The module in the installed libraries is cordon.o, by the installed
    tool."""
    tool = os.path.join(prefix, "bin/cordon-seal")
    for library in ("libcordon.so.0", "cordon.o"):
        path = os.path.join(prefix, "lib", library)
        if library == "cordon.o":
            path = os.path.join(os.path.dirname(prefix), library)
            with open(path, "wb") as f:
                f.write(subprocess.run(
                    ["ar", "p", os.path.join(prefix, "lib/libcordon.a"),
                     library], check=True, capture_output=True).stdout)
        run(tool, "verify", "--against", os.path.join(build, "cordon.o"), path)


def headers(_, prefix):
    """Each header compiles alone, as C99 and as C++11, without a warning."""
    include = os.path.join(prefix, "include")
    work = os.path.join(os.path.dirname(prefix), "headers")
    strict = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-I", include, "-c",
              "-o", os.path.join(work, "out.o")]
    for name in os.listdir(os.path.join(include, "cordon")):
        text = f"#include <cordon/{name}>\n#include <cordon/{name}>\n" \
               "extern int not_empty;\n"
        write(os.path.join(work, "alone.c"), text)
        write(os.path.join(work, "alone.cc"), text)
        for c, cxx in compilers():
            run(c, "-std=c99", *strict, os.path.join(work, "alone.c"))
            run(cxx, "-std=c++11", *strict, os.path.join(work, "alone.cc"))


def cc_line(_, prefix):
    """The cc line of README.md makes a program of its C example."""
    work = os.path.join(os.path.dirname(prefix), "cc_line")
    write(os.path.join(work, "app.c"), readme_program())
    line = readme_cc_line().replace(README_PREFIX, prefix).split()
    for c, _ in compilers():
        run(c, "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror",
            *line[1:], "-o", "app", cwd=work)
        run(os.path.join(work, "app"))


def build_package(folder, prefix, *options, fails=False):
    out = os.path.join(folder, "build")
    shutil.rmtree(out, ignore_errors=True)
    text = run("cmake", "-S", folder, "-B", out,
               f"-DCMAKE_PREFIX_PATH={prefix}", *options, fails=fails)
    if not fails:
        run("cmake", "--build", out)
    return text if fails else out


def package(_, prefix):
    """The CMake lines of README.md make its C example, static and shared."""
    lines = readme_block("cmake")
    expect("Cordon::static" in lines and "Cordon::shared" in lines,
           "README.md does not name both targets")
    for target in ("static", "shared"):
        work = os.path.join(os.path.dirname(prefix), f"readme_{target}")
        write(os.path.join(work, "app.c"), readme_program())
        write(os.path.join(work, "CMakeLists.txt"),
              "cmake_minimum_required(VERSION 3.20)\nproject(app C)\n"
              "add_executable(app app.c)\n"
              + lines.replace("Cordon::static", f"Cordon::{target}"))
        run(os.path.join(build_package(work, prefix), "app"))


def consumer(_, prefix):
    """A project in C and C++ uses both libraries; the production module says
    operational, verified and approved."""
    work = os.path.join(os.path.dirname(prefix), "consumer")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "consumer"), work)
    out = build_package(work, prefix)
    for program in ("c_static", "c_shared", "cxx_static", "cxx_shared"):
        print(program + ":", run(os.path.join(out, program)).strip())
    needed = run("readelf", "-d", os.path.join(out, "c_shared"))
    expect("libcordon.so.0" in needed, "c_shared does not need libcordon.so.0")
    # Nothing of it is bound to the place where it was installed first.
    moved = os.path.join(os.path.dirname(prefix), "moved")
    shutil.rmtree(moved, ignore_errors=True)
    shutil.copytree(prefix, moved, symlinks=True)
    run(os.path.join(build_package(work, moved), "cxx_shared"))
    expect("version" in build_package(work, prefix, "-DWANT_VERSION=99",
                                      fails=True),
           "version 99 was not refused as such")


CLAIMS = {f.__name__: f
          for f in (tree, seal, headers, cc_line, package, consumer)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("claim", choices=sorted(CLAIMS))
    args = parser.parse_args()
    try:
        CLAIMS[args.claim](os.path.abspath(args.build),
                           os.path.join(os.path.abspath(args.work), "prefix"))
    except Failed as e:
        print(f"{args.claim}: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
