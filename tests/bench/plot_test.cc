// The chart that bench draws, and what it says where it cannot.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "process.h"

namespace bench_test {
namespace {

using Strings = std::vector<std::string>;

std::string ReadFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class BenchPlot : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/bench-plot-XXXXXX";
    ASSERT_NE(nullptr, mkdtemp(name));
    folder_ = name;
  }

  void TearDown() override {
    for (const char *name : {"x.svg", "x.png"}) unlink(In(name).c_str());
    EXPECT_EQ(0, rmdir(folder_.c_str())) << "files are left behind";
  }

  std::string In(const std::string &name) { return folder_ + "/" + name; }

  // The arguments of a short run with a peer that lacks SHA-512.
  Strings Run(const std::string &file) {
    return {"--filter",  "sha(256|512)-64|sign/P-256",
            "--seconds", "0.001",
            "--peer",    BENCH_LIBCRYPTO,
            "--peer",    std::string(BENCH_PEERS) + "/peer_sha256.so",
            "--plot",    file};
  }

  // Expects exit code 2, one sentence that holds `message`, and no file.
  void Fails(const std::string &file, const std::string &message,
             const Strings &environment = {}) {
    const Result result = RunBench(Run(file), environment);
    EXPECT_EQ(2, result.code) << result.message;
    EXPECT_EQ("", result.output);
    EXPECT_NE(std::string::npos, result.message.find(message))
        << result.message;
    EXPECT_NE(0, access(file.c_str(), F_OK)) << file;
  }

 private:
  std::string folder_;
};

TEST_F(BenchPlot, DrawsSvgWithEveryOperationAndImplementation) {
  const Result result = RunBench(Run(In("x.svg")));
  EXPECT_EQ(0, result.code) << result.message;
  EXPECT_EQ("", result.message);
  EXPECT_NE("", result.output);
  const std::string svg = ReadFile(In("x.svg"));
  EXPECT_NE(std::string::npos, svg.find("<svg"));
  EXPECT_NE(std::string::npos, svg.find("</svg>"));
  for (const char *text : {"sha256-64", "sha512-64", "sign", "P-256", "cordon",
                           "OpenSSL 3", "libcrypto", "microseconds"}) {
    EXPECT_NE(std::string::npos, svg.find(text)) << text;
  }
}

TEST_F(BenchPlot, ReplacesAFileByPng) {
  std::ofstream(In("x.png")) << std::string(1 << 20, 'x');
  const Result result = RunBench(Run(In("x.png")));
  EXPECT_EQ(0, result.code) << result.message;
  const std::string png = ReadFile(In("x.png"));
  ASSERT_LT(24u, png.size());
  EXPECT_EQ("\x89PNG\r\n", png.substr(0, 6));
  EXPECT_EQ(std::string("IEND\xae\x42\x60\x82"), png.substr(png.size() - 8));
}

TEST_F(BenchPlot, RejectsOtherSuffixes) {
  for (const char *name : {"x.pdf", "x", "x.svg.gz", "x.SVG"}) {
    Fails(In(name), "must end in .svg or .png");
  }
}

TEST_F(BenchPlot, RejectsAFileThatCannotBeWritten) {
  Fails(In("none/x.svg"), "cannot be written");
  const Result result = RunBench(Run("/proc/x.png"));
  EXPECT_EQ(2, result.code);
  EXPECT_NE(std::string::npos, result.message.find("cannot be written"));
}

TEST_F(BenchPlot, SaysThatGnuplotIsMissing) {
  Fails(In("x.svg"), "gnuplot (Debian: gnuplot-nox)", {"PATH=/nonexistent"});
}

TEST_F(BenchPlot, RejectsAList) {
  const Result result = RunBench({"--list", "--plot", In("x.svg")});
  EXPECT_EQ(2, result.code);
  EXPECT_NE(std::string::npos, result.message.find("--plot"));
}

}  // namespace
}  // namespace bench_test
