// What bench prints for programs and for people, that it refuses to time wrong
// operations, and what it says to bad input.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "process.h"

namespace bench_test {
namespace {

using Json = nlohmann::json;
using Strings = std::vector<std::string>;

const char kLibcrypto[] = BENCH_LIBCRYPTO;
// The shortest run that measures each cell at least once.
const char kShort[] = "0.001";

std::string TestPeer(const std::string &name) {
  return std::string(BENCH_PEERS) + "/" + name + ".so";
}

Json RunJson(Strings arguments) {
  arguments.insert(arguments.end(), {"--json", "--seconds", kShort});
  const Result result = RunBench(arguments);
  EXPECT_EQ(0, result.code) << result.message;
  EXPECT_EQ("", result.message);
  const Json rows = Json::parse(result.output, nullptr, false);
  EXPECT_TRUE(rows.is_array()) << result.output;
  return rows;
}

// ExpectFailure expects an exit code, one sentence that holds `message`, no
// output.
void ExpectFailure(const Result &result, int code, const std::string &message) {
  EXPECT_EQ(code, result.code) << result.message;
  EXPECT_EQ("", result.output);
  EXPECT_EQ(0u, result.message.find("bench: ")) << result.message;
  EXPECT_NE(std::string::npos, result.message.find(message)) << result.message;
  EXPECT_EQ(result.message.size() - 1, result.message.find('\n'))
      << result.message;
}

void Fails(const Strings &arguments, int code, const std::string &message) {
  ExpectFailure(RunBench(arguments), code, message);
}

// A row is compared with the fastest other one if `compared`.
void ExpectMeasured(const Json &row, bool compared = false,
                    std::set<std::string> expected = {}) {
  expected.insert({"operation", "curve", "implementation", "backend",
                   "median_ns", "quiet_ns", "ops_per_second", "rounds"});
  if (compared) {
    expected.insert({"fastest_other", "speed_vs_fastest_other"});
  }
  std::set<std::string> members;
  for (const auto &member : row.items()) members.insert(member.key());
  EXPECT_EQ(expected, members);
  for (const char *text : {"operation", "curve", "implementation", "backend"}) {
    EXPECT_TRUE(row.at(text).is_string()) << row;
  }
  for (const char *number : {"median_ns", "quiet_ns", "ops_per_second"}) {
    ASSERT_TRUE(row.at(number).is_number()) << row;
    EXPECT_GT(row.at(number), 0) << row;
  }
  EXPECT_TRUE(row.at("rounds").is_number_unsigned()) << row;
  EXPECT_GE(row.at("rounds"), 1) << row;
}

void ExpectAblation(const Json &row, bool compared) {
  ExpectMeasured(row, compared, {"cycles"});
  EXPECT_TRUE(row.at("cycles").is_number()) << row;
}

// The ratio is that of the quiet values, up to their rounding.
void ExpectFastest(const Json &row, const Json &one, const Json &other) {
  const Json &fastest =
      one.at("quiet_ns") <= other.at("quiet_ns") ? one : other;
  EXPECT_EQ(fastest.at("quiet_ns") == one.at("quiet_ns") &&
                    fastest.at("quiet_ns") == other.at("quiet_ns")
                ? row.at("fastest_other")
                : fastest.at("implementation"),
            row.at("fastest_other"));
  const double ratio =
      fastest.at("quiet_ns").get<double>() / row.at("quiet_ns").get<double>();
  EXPECT_NEAR(1, row.at("speed_vs_fastest_other").get<double>() / ratio, 0.01);
}

Strings Labels(const Json &rows) {
  Strings labels;
  for (const Json &row : rows) {
    const std::string curve = row.at("curve");
    labels.push_back(std::string(row.at("operation")) +
                     (curve.empty() ? "" : "/" + curve));
  }
  return labels;
}

Strings AllLabels() {
  Strings labels;
  for (const char *curve : {"P-224", "P-256", "P-384", "P-521"}) {
    for (const char *operation :
         {"sign", "sign-deterministic", "verify", "verify-prepared-small",
          "verify-prepared-large", "keygen", "keygen-no-pct", "ecdh",
          "sign-batch-64", "verify-batch-64"}) {
      labels.push_back(std::string(operation) + "/" + curve);
    }
  }
  for (const char *hash : {"sha256", "sha512", "sha3-256"}) {
    for (const char *len : {"64", "1024", "16384"}) {
      labels.push_back(std::string(hash) + "-" + len);
    }
  }
  labels.push_back("power-on");
  return labels;
}

TEST(BenchJson, HasARowForEachOperation) {
  const Json rows = RunJson({});
  EXPECT_EQ(AllLabels(), Labels(rows));
  for (const Json &row : rows) {
    ExpectMeasured(row);
    EXPECT_EQ("cordon", row.at("implementation"));
    EXPECT_NE("", row.at("backend"));
  }
}

TEST(BenchJson, HasARowForEachImplementation) {
  const Json rows = RunJson({"--filter",
                             "(sign|verify|large|keygen|no-pct|ecdh)/"
                             "P-|^sha.*-64|batch-64/P-256|power",
                             "--peer", kLibcrypto, "--peer", kLibcrypto});
  ASSERT_EQ(88u, rows.size());
  for (size_t i = 0; i < rows.size(); i++) {
    const bool first = i % 3 == 0, compared = first && i < 87;
    ExpectMeasured(rows[i], compared);
    const std::string name = rows[i].at("implementation");
    const bool second = i < 87 && i % 3 == 2;
    EXPECT_EQ(first, name == "cordon");
    const std::string operation = rows[i].at("operation");
    EXPECT_EQ(!first && operation == "verify-prepared-large",
              rows[i].at("backend") == "plain verify");
    EXPECT_EQ(second, name.find(" #2") != std::string::npos) << name;
    if (compared) ExpectFastest(rows[i], rows[i + 1], rows[i + 2]);
  }
}

TEST(BenchJson, SaysWhatAPeerLacks) {
  const Json rows = RunJson({"--filter", "sha(256|512)-64|sign/P-256|power-on",
                             "--peer", TestPeer("peer_sha256")});
  ASSERT_EQ(7u, rows.size());
  const Json &sign = rows[1], &sha256 = rows[3], &sha512 = rows[5];
  EXPECT_EQ("libcrypto", sha256.at("implementation"));
  ExpectMeasured(sha256);
  ExpectMeasured(rows[2], true);
  ExpectMeasured(rows[0]);
  for (const Json &row : {sign, sha512}) {
    EXPECT_EQ("libcrypto", row.at("implementation"));
    EXPECT_TRUE(row.at("median_ns").is_null());
    EXPECT_TRUE(row.at("quiet_ns").is_null());
    EXPECT_TRUE(row.at("ops_per_second").is_null());
    EXPECT_EQ(0, row.at("rounds"));
  }
  EXPECT_EQ("the library has no EC_KEY_new_by_curve_name",
            sign.at("not_measured"));
  EXPECT_EQ("the library has neither SHA512 nor EVP_sha512",
            sha512.at("not_measured"));
}

// OpenSSL 3.0 has no deterministic nonces: no figure, and so no ratio.
TEST(BenchJson, SaysThatPeersLackDeterministicNonces) {
  const Json rows =
      RunJson({"--filter", "deterministic/P-(224|521)", "--peer", kLibcrypto});
  ASSERT_EQ(4u, rows.size());
  for (size_t i = 0; i < rows.size(); i += 2) {
    ExpectMeasured(rows[i]);
    EXPECT_TRUE(rows[i + 1].at("quiet_ns").is_null());
    EXPECT_EQ("no deterministic ECDSA that all libcryptos have in common",
              rows[i + 1].at("not_measured"));
  }
}

// Is32BitAbi is whether a row is of the program for the 32-bit ABI.
bool Is32BitAbi(const Json &row) {
  const std::string operation = row.at("operation");
  return operation == "sign-m32" || operation == "keygen-m32";
}

TEST(BenchAblation, MeasuresEachVariantAndLayout) {
  const Json rows = RunJson({"--ablation"});
  std::set<std::string> layouts;
  std::string previous;
  for (const Json &row : rows) {
    const std::string operation = row.at("operation");
    const bool is_cycle = operation == "chained-addition";
    if (!Is32BitAbi(row)) {
      ExpectAblation(row, operation != previous && !is_cycle);
    }
    EXPECT_EQ(is_cycle ? "" : "P-256", row.at("curve"));
    EXPECT_EQ("ablation", row.at("backend"));
    previous = operation;
    layouts.insert(std::string(row.at("operation")) + " " +
                   std::string(row.at("implementation")));
  }
  for (const char *layout : {"8x32", "9x29", "10x26"}) {
    EXPECT_EQ(1u, layouts.count(std::string("field-mul-latency ") + layout));
    EXPECT_EQ(1u, layouts.count(std::string("field-mul-throughput ") + layout));
  }
  for (const char *operation :
       {"sign-limbs32", "keygen-limbs32", "sign-m32", "keygen-m32"}) {
    for (const char *layout : {"shipped", "8x32", "9x29", "10x26"}) {
      EXPECT_EQ(1u, layouts.count(std::string(operation) + " " + layout))
          << operation << " " << layout;
    }
  }
  for (const char *variant :
       {"sign shipped", "sign fermat", "verify shipped", "verify fermat",
        "verify fermat, affine x", "inverse-vartime shipped",
        "inverse-vartime fermat", "inverse-vartime one bit at a time",
        "chained-addition one"}) {
    EXPECT_EQ(1u, layouts.count(variant)) << variant;
  }
  EXPECT_EQ(rows.size(), layouts.size());
}

TEST(BenchAblation, MeasuresThe32BitAbi) {
  size_t num = 0;
  for (const Json &row : RunJson({"--ablation"})) {
    if (!Is32BitAbi(row)) continue;
    num++;
    if (BENCH_HAS_M32) {
      ExpectAblation(row, row.at("implementation") == "shipped");
    } else {
      EXPECT_EQ("the compiler of this build makes no such programs",
                row.at("not_measured"));
    }
  }
  EXPECT_EQ(8u, num);
  if (!BENCH_HAS_M32) {
    GTEST_SKIP() << "sign-m32, keygen-m32: the compiler makes no programs for "
                    "the 32-bit ABI";
  }
}

// A program that was built and is not beside bench is an error.
TEST(BenchAblation, RejectsAMissingProgram) {
  namespace fs = std::filesystem;
  std::string name = testing::TempDir() + "bench_test.XXXXXX";
  ASSERT_NE(nullptr, mkdtemp(name.data()));
  const fs::path folder = name, built = fs::path(BENCH_PATH).parent_path();
  fs::copy(BENCH_PATH, folder / "bench");
  const auto run = [&] {
    return RunBench({"--ablation", "--seconds", kShort}, {}, "",
                    folder / "bench");
  };
  ExpectFailure(run(), 3, "bench_limbs does not run: No such file");
  if (BENCH_HAS_M32) {
    fs::copy(built / "bench_limbs", folder / "bench_limbs");
    ExpectFailure(run(), 3, "bench_limbs_m32 does not run: No such file");
  }
  fs::remove_all(folder);
}

TEST(BenchTable, NamesMachineAndPeersAndReasons) {
  const Result result =
      RunBench({"--filter", "sha(256|512)-64", "--seconds", kShort, "--peer",
                kLibcrypto, "--peer", TestPeer("peer_sha256")});
  EXPECT_EQ(0, result.code) << result.message;
  std::string model = "unknown CPU", line;
  std::ifstream info("/proc/cpuinfo");
  while (std::getline(info, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    model = line.substr(line.find(": ") + 2);
    break;
  }
  for (const std::string &text :
       {model, std::string("stable core frequency is not claimed"),
        std::string("operation"), std::string("median ns"),
        std::string("quiet ns"), std::string("spread"), std::string("ops/s"),
        std::string("speed of cordon vs this"), std::string("vs fastest"),
        " is " + std::string(kLibcrypto),
        std::string("not measured: the library has neither SHA512")}) {
    EXPECT_NE(std::string::npos, result.output.find(text)) << text << "\n"
                                                           << result.output;
  }
}

TEST(BenchList, PrintsTheLabels) {
  const Result result = RunBench({"--list"});
  EXPECT_EQ(0, result.code);
  std::string expected;
  for (const std::string &label : AllLabels()) expected += label + "\n";
  EXPECT_EQ(expected, result.output);
}

TEST(BenchFilter, MatchesNamesAndLabels) {
  EXPECT_EQ("sign/P-224\nsign/P-256\nsign/P-384\nsign/P-521\n",
            RunBench({"--list", "--filter", "^sign$"}).output);
  EXPECT_EQ("verify/P-256\n",
            RunBench({"--list", "--filter", "^verify/P-256$"}).output);
  EXPECT_EQ("sha256-64\nsha512-64\nsha3-256-64\n",
            RunBench({"--list", "--filter", "^sha.*-64$"}).output);
}

TEST(BenchFilter, RejectsWhatMatchesNothing) {
  Fails({"--filter", "eddsa"}, 2, "matches no operation");
  Fails({"--list", "--filter", "SIGN"}, 2, "matches no operation");
}

TEST(BenchFilter, RejectsAMalformedExpression) {
  Fails({"--filter", "("}, 2, "not a regular expression");
  Fails({"--filter", "[z"}, 2, "not a regular expression");
}

TEST(BenchSeconds, RejectsWhatIsNoDuration) {
  for (const char *text : {"0", "-1", "nan", "inf", "601", "two", "1s", ""}) {
    Fails({"--seconds", text, "--filter", "sha256-64"}, 2,
          "not a number from 0.001 to 600");
  }
}

TEST(BenchOptions, RejectsUnknownAndIncompleteOnes) {
  Fails({"--bogus"}, 2, "--bogus");
  Fails({"operand"}, 2, "operand");
  Fails({"--peer"}, 2, "--peer");
  Fails({"--ablation", "--filter", "sign"}, 2, "--ablation");
  Fails({"--ablation", "--peer", kLibcrypto}, 2, "--ablation");
}

TEST(BenchHelp, NamesEveryOption) {
  const Result result = RunBench({"--help"});
  EXPECT_EQ(0, result.code);
  EXPECT_EQ("", result.message);
  for (const char *text : {"--json", "--filter", "--seconds", "--peer",
                           "--list", "--ablation", "--plot", "keygen-no-pct",
                           "pairwise test", "DER", "power-on", "quiet"}) {
    EXPECT_NE(std::string::npos, result.output.find(text)) << text;
  }
}

TEST(BenchPeer, RejectsWhatCannotBeLoaded) {
  Fails({"--peer", "/nonexistent/libcrypto.so"}, 2, "cannot be loaded");
  Fails({"--peer", "/proc/self/maps"}, 2, "cannot be loaded");
  Fails({"--peer", ""}, 2, "");
}

TEST(BenchPeer, RejectsALibraryWithoutTheApi) {
  Fails({"--peer", TestPeer("no_affinity")}, 2,
        "not a libcrypto-compatible library");
}

TEST(BenchChecks, RefuseToTimeWrongResults) {
  Fails({"--filter", "sha256", "--peer", TestPeer("peer_wrong_sha256")}, 1,
        "sha256-64: not the digest of cordon");
  Fails({"--filter", "sign", "--peer", TestPeer("peer_wrong_sign")}, 1,
        "a signature is refused by cordon");
  Fails({"--filter", "verify", "--peer", TestPeer("peer_wrong_verify")}, 1,
        "accepts the signature of another digest");
  Fails({"--filter", "^verify-prepared-small$", "--peer",
         TestPeer("peer_wrong_verify")},
        1, "accepts the signature of another digest");
  Fails({"--filter", "^sign-batch-64$", "--peer", TestPeer("peer_wrong_sign")},
        1, "a signature is refused by cordon");
  Fails({"--filter", "^verify-batch-64$", "--peer",
         TestPeer("peer_wrong_verify")},
        1, "accepts a batch with a bad signature");
  for (const char *operation : {"^keygen$", "keygen-no-pct"}) {
    Fails({"--filter", operation, "--peer", TestPeer("peer_wrong_keygen")}, 1,
          "a new pair is refused by cordon");
  }
  Fails({"--filter", "ecdh", "--peer", TestPeer("peer_wrong_ecdh")}, 1,
        "not the secret of cordon");
}

TEST(BenchPinning, GoesOnWithoutIt) {
  const Result result =
      RunBench({"--filter", "sha256-64", "--seconds", kShort, "--json"},
               {"LD_PRELOAD=" + TestPeer("no_affinity"),
                "ASAN_OPTIONS=verify_asan_link_order=0"});
  EXPECT_EQ(0, result.code);
  EXPECT_NE(std::string::npos, result.message.find("cannot pin"));
  EXPECT_TRUE(Json::accept(result.output));
}

TEST(BenchOutput, ReportsThatItCannotWrite) {
  const Result result =
      RunBench({"--filter", "sha256-64", "--seconds", kShort, "--json"}, {},
               "/dev/full");
  EXPECT_EQ(3, result.code);
  EXPECT_NE(std::string::npos, result.message.find("cannot write"));
}

}  // namespace
}  // namespace bench_test
