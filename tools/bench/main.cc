// The command line of bench.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>

#include "errors.h"
#include "implementation.h"
#include "machine.h"
#include "operation.h"
#include "plot.h"
#include "power_on.h"
#include "report.h"
#include "session.h"

namespace {

using namespace bench;

const char kDescription[] =
    "Measures the operations of this module and of libcrypto-compatible\n"
    "shared libraries, in one process, on one core, in interleaved rounds.";

const char kNotes[] = R"(What is measured:
  sign, verify   ECDSA over a 32-byte digest, signatures in DER everywhere
  sign-deterministic
                 the same with the nonce of FIPS 186-5, A.3.3
  verify-prepared-small, verify-prepared-large
                 cordon: with a table of multiples of the public key, made
                 before; a peer, which has none: plain verification
  keygen         cordon: the public call, its pairwise test included;
                 a peer: EC_KEY_generate_key, and its affine coordinates read
                 out, without a pairwise test
  keygen-no-pct  cordon: the module's own sources, not sealed, with the
                 pairwise test left out, and the affine coordinates read out;
                 a peer: as keygen
  ecdh           the shared secret of a key and another's public key, which
                 cordon validates each time and a peer when it was loaded
  sign-batch-64  time of one of 64 digests signed with one key; cordon: in one
                 call; a peer: in 64 calls
  verify-batch-64
                 time of one of 64 signatures under 64 keys; likewise
  sha256-N, sha512-N, sha3-256-N
                 a message of N bytes by the one-shot call (a peer's SHA256 or
                 SHA512; EVP_Digest where it has none)
  power-on       cordon only: first to last power-on event in a fresh process
                 of this program, by the module's own log

The figures:
  median         over all samples, each one call on one of 32 inputs
  quiet          10th percentile of an input within a round, the best of the
                 rounds, averaged over the inputs; what a quiet machine gives
  spread         from the 10th to the 90th percentile, of the median
  ops/s          one second over the median
  speed          quiet value of the row over that of cordon (with --ablation:
                 of what is shipped, which comes first): 0.6 says that cordon
                 has 0.6 of the row's speed
  vs fastest     in the row of cordon: its speed against the fastest of the
                 others
  cycles         with --ablation: quiet value over that of one addition in a
                 chain of dependent ones, which takes about one core cycle

Every operation is checked before it is timed, by the other implementations
where they can. Exit codes: 0 measured, 1 a wrong result, 2 a usage or input
error, 3 the module failed.)";

struct Options {
  std::string filter;
  std::vector<std::string> peers;
  std::string plot;
  double seconds = 2;
  bool json = false;
  bool list = false;
  bool ablation = false;
  bool probe = false;
};

// The empty string, or what is wrong: "nan" is a number of no range.
std::string CheckSeconds(const std::string &text) {
  double seconds = 0;
  if (CLI::detail::lexical_cast(text, seconds) && seconds >= 0.001 &&
      seconds <= 600) {
    return "";
  }
  return "'" + text + "' is not a number from 0.001 to 600";
}

void Declare(CLI::App *app, Options *options) {
  app->footer(kNotes);
  app->add_flag("--json", options->json, "Print a JSON array of rows");
  auto *filter = app->add_option("--filter", options->filter,
                                 "Only operations whose name, or name/curve, "
                                 "this regular\nexpression "
                                 "(ECMAScript) matches anywhere")
                     ->type_name("REGEX");
  app->add_option("--seconds", options->seconds,
                  "Time for each operation, shared by its implementations")
      ->type_name("S")
      ->check(CLI::Validator(CheckSeconds, "", "seconds"))
      ->capture_default_str();
  auto *peer =
      app->add_option("--peer", options->peers,
                      "A libcrypto-compatible shared library; may be repeated")
          ->type_name("LIBRARY")
          ->allow_extra_args(false);
  auto *list = app->add_flag("--list", options->list,
                             "Print the selected operations, measure nothing");
  app->add_option("--plot", options->plot,
                  "Also draw the quiet values into this file, .svg or .png,\n"
                  "by the program gnuplot")
      ->type_name("FILE")
      ->excludes(list);
  app->add_flag("--ablation", options->ablation,
                "Measure what the module does not do on P-256: other\n"
                "inversions, other limb layouts")
      ->excludes(filter)
      ->excludes(peer)
      ->excludes(list);
  // What a fresh process of power-on is started with; not for people.
  app->add_flag(kPowerOnProbeOption, options->probe)->group("");
}

void PrintHead(const Options &options, const Results &results, int core,
               const Clock &clock) {
  std::cout << CpuModel() << "; ";
  if (core >= 0) {
    std::cout << "pinned to core " << core;
  } else {
    std::cout << "not pinned";
  }
  std::cout << "; a stable core frequency is not claimed\n"
            << "clock: " << clock.Source() << "; cost of the timing itself "
            << "subtracted\n";
  if (options.ablation) {
    std::cout << "the module's own sources, not sealed; what is not shipped is "
                 "built into bench only\ncycles: quiet value over that of one "
                 "addition in a chain\n\n";
    return;
  }
  std::cout << DescribeCordon()
            << "; signatures in DER; cordon's keygen includes its pairwise "
               "test; of a batch the time is that of one item, and peers make "
               "single calls\n";
  for (const std::string &peer : results.peers) std::cout << peer << "\n";
  std::cout << "\n";
}

void ListOperations(const std::vector<Operation> &operations) {
  for (const Operation &op : operations) std::cout << op.Label() << "\n";
}

int Run(const Options &options) {
  if (options.probe) {
    std::cout << OwnPowerOnNs() << "\n";
    return 0;
  }
  const std::vector<Operation> operations = SelectOperations(options.filter);
  if (options.list) {
    ListOperations(operations);
    return 0;
  }
  std::unique_ptr<Plot> plot;
  if (!options.plot.empty()) plot = std::make_unique<Plot>(options.plot);
  const int core = PinToOneCore();
  if (core < 0) {
    std::cerr << "bench: cannot pin this process to one core; going on\n";
  }
  const Clock clock;
  const Results results =
      options.ablation
          ? RunAblation(options.seconds, clock)
          : RunSession(operations, options.peers, options.seconds, clock);
  if (plot) plot->Draw(results, CpuModel());
  if (options.json) {
    PrintJson(std::cout, results);
    return 0;
  }
  PrintHead(options, results, core, clock);
  PrintTable(std::cout, results);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app(kDescription, "bench");
  Options options;
  Declare(&app, &options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    std::cerr << "bench: " << e.what() << "\n";
    return bench::kExitUsage;
  }
  try {
    const int code = Run(options);
    if (!std::cout.flush()) throw bench::ModuleError("cannot write the output");
    return code;
  } catch (const bench::Error &e) {
    std::cerr << "bench: " << e.what() << "\n";
    return e.code();
  } catch (const std::exception &e) {
    std::cerr << "bench: " << e.what() << "\n";
    return bench::kExitModule;
  }
}
