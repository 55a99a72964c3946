// What a wrapper does with frames, whole and broken, with its standard streams
// and with its arguments.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "wrapper_test.h"

namespace wrapper_test {
namespace {

class WrapperFrames : public PerWrapper {};
class WrapperStreams : public PerWrapper {};
class WrapperArguments : public PerWrapper {};

const char kAbcHash[] =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

std::string HashAbc() { return Frame({"SHA2-256", "abc"}); }

std::string HashAbcReply() { return Frame({FromHex(kAbcHash)}); }

// Refuses expects that the input ends the wrapper with a message and without
// a reply.
void Refuses(const std::string &path, const std::string &input, int code,
             const std::string &message, const std::string &what = "") {
  Result result = RunWrapper(path, input);
  EXPECT_EQ(code, result.code) << what << result.message;
  EXPECT_EQ("", Hex(result.output)) << what;
  EXPECT_NE(std::string::npos, result.message.find(message))
      << what << result.message;
}

TEST_P(WrapperFrames, EndOfInputIsAnOrderlyEnd) {
  Result result = RunWrapper(Path(), "");
  EXPECT_EQ(0, result.code);
  EXPECT_EQ("", result.output);
  EXPECT_EQ("", result.message);
}

TEST_P(WrapperFrames, AnswersOneRequest) {
  Result result = RunWrapper(Path(), HashAbc());
  EXPECT_EQ(0, result.code) << result.message;
  EXPECT_EQ(Hex(HashAbcReply()), Hex(result.output));
}

TEST_P(WrapperFrames, AnswersBeforeItReadsOn) {
  Session session(Path());
  for (int i = 0; i < 3; i++) {
    Strings reply;
    ASSERT_TRUE(session.Write(HashAbc()));
    ASSERT_TRUE(session.ReadFrame(&reply));
    EXPECT_EQ(Strings{FromHex(kAbcHash)}, reply);
  }
  EXPECT_EQ(0, session.Finish().code);
}

TEST_P(WrapperFrames, RejectsEveryTruncation) {
  const std::string frame = HashAbc();
  for (size_t len = 1; len < frame.size(); len++) {
    Refuses(Path(), frame.substr(0, len), 1, "truncated frame",
            std::to_string(len) + " bytes: ");
  }
}

TEST_P(WrapperFrames, KeepsTheRepliesBeforeATruncation) {
  Result result = RunWrapper(Path(), HashAbc() + HashAbc().substr(0, 17));
  EXPECT_EQ(1, result.code);
  EXPECT_EQ(Hex(HashAbcReply()), Hex(result.output));
  EXPECT_NE("", result.message);
}

TEST_P(WrapperFrames, RejectsCountsOutOfBounds) {
  for (uint32_t count : {0u, 17u, 0x80000000u, 0xffffffffu}) {
    std::vector<uint32_t> lengths(20, 1);
    Refuses(Path(), Header(count, lengths) + std::string(20, 'x'), 1,
            "bad frame", std::to_string(count) + " strings: ");
  }
}

TEST_P(WrapperFrames, RejectsALongName) {
  Refuses(Path(), Frame({std::string(65, 'a')}), 1, "oversized frame");
  Refuses(Path(), Frame({std::string(64, 'a')}), 2, "unknown command");
  Refuses(Path(), Header(1, {0xffffffff}), 1, "oversized frame");
}

TEST_P(WrapperFrames, RejectsLongArgumentsBeforeTheirContent) {
  const uint32_t kLimit = 64u << 20;
  for (uint32_t len : {kLimit + 1, 0x80000000u, 0xffffffffu}) {
    Refuses(Path(), Header(2, {8, len}), 1, "oversized frame");
  }
  Refuses(Path(), Header(4, {8, kLimit, kLimit, kLimit}), 1, "oversized frame");
  Refuses(Path(), Header(2, {8, kLimit}) + "SHA2-256", 1, "truncated frame");
}

TEST_P(WrapperFrames, TakesTheLongestArgument) {
  Result result =
      RunWrapper(Path(), Frame({"SHA2-256", std::string(64u << 20, 'a')}));
  EXPECT_EQ(0, result.code) << result.message;
  EXPECT_EQ(40u, result.output.size());
}

TEST_P(WrapperFrames, RejectsUnknownNames) {
  for (const std::string &name :
       Strings{"", "SHA-1", "sha2-256", "SHA2-256 ",
               std::string("SHA2-256\0", 9), "SHA2-256/", "SHA2-256/mct",
               "HMAC-SHA-1", "HMAC-SHAKE-128", "SHAKE-128/LDT",
               "hmacDRBG/SHA3-256", "ECDSA", "flush", "\x01\x80\n"}) {
    Refuses(Path(), Frame({name, "abc"}), 2, "unknown command", Hex(name));
  }
}

TEST_P(WrapperFrames, NamesInMessagesArePrintable) {
  Result result = RunWrapper(Path(), Frame({"a\x1b[2J\n"}));
  EXPECT_EQ(2, result.code);
  EXPECT_EQ("acvp-wrapper: unknown command 'a?[2J?'\n", result.message);
}

TEST_P(WrapperFrames, RejectsWrongNumbersOfArguments) {
  std::vector<std::pair<std::string, size_t>> commands = {
      {"getConfig", 0},
      {"SHA2-256", 1},
      {"SHA2-512/224/bits", 2},
      {"SHA2-384/MCT", 1},
      {"SHA2-224/MCT/alternate", 2},
      {"SHA2-512/LDT", 2},
      {"HMAC-SHA2-512/256", 2},
      {"SHA3-256", 1},
      {"SHA3-224/bits", 2},
      {"SHA3-384/MCT/alternate", 2},
      {"HMAC-SHA3-512", 2},
      {"SHAKE-128", 2},
      {"SHAKE-256/VOT", 2},
      {"SHAKE-128/bits", 3},
      {"SHAKE-256/MCT", 4},
      {"ECDSA/keyGen", 1},
      {"ECDSA/keyPair", 2},
      {"ECDSA/keyVer", 3},
      {"ECDSA/sigGen", 4},
      {"ECDSA/sigGen/componentTest", 4},
      {"ECDSA/sigGen/bits", 5},
      {"ECDSA/sigVer", 7},
      {"ECDSA/sigVer/componentTest", 7},
      {"ECDSA/sigVer/bits", 8},
      {"ECDSA/sigVer/der", 6},
      {"ECDSA/sigVer/raw", 6}};
  if (IsTest()) {
    commands.insert(commands.end(), {{"ECDSA/sigGen/k", 5},
                                     {"ECDSA/sigGen/k/bits", 6},
                                     {"hmacDRBG/SHA2-256", 6},
                                     {"hmacDRBG-reseed/SHA2-512", 8},
                                     {"hmacDRBG-pr/SHA2-224", 8}});
  }
  for (const auto &[name, num_args] : commands) {
    Strings request(1 + num_args + 1, "P-256");
    request[0] = name;
    Refuses(Path(), Frame(request), 2, "arguments", name + ": ");
    if (num_args > 0) {
      request.resize(num_args);
      Refuses(Path(), Frame(request), 2, "arguments", name + ": ");
    }
  }
}

TEST_P(WrapperFrames, TakesEmptyArguments) {
  const std::string input = Frame({"SHA2-256", ""}) +
                            Frame({"SHA2-256/bits", "", U64(0)}) +
                            Frame({"HMAC-SHA2-256", "", ""});
  Result result = RunWrapper(Path(), input);
  std::string rest;
  std::vector<Strings> replies = ParseFrames(result.output, &rest);
  ASSERT_EQ(3u, replies.size()) << result.message;
  EXPECT_EQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            Hex(replies[0][0]));
  EXPECT_EQ(replies[0], replies[1]);
  EXPECT_EQ("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
            Hex(replies[2][0]));
}

// Numbered is a message for each number below 65,536, of differing lengths.
std::string Numbered(size_t i) {
  return U32(static_cast<uint32_t>(i)) + std::string(i % 700, 'x');
}

TEST_P(WrapperFrames, AnswersPipelinedRequestsInOrder) {
  const size_t kPending = 4096;
  std::string input;
  for (size_t i = 0; i < kPending; i++) {
    input += Frame({"SHA2-512", Numbered(i)});
  }
  Session session(Path());
  std::thread writer([&] {
    session.Write(input);
    session.CloseInput();
  });
  std::vector<Strings> replies(kPending);
  size_t good = 0;
  while (good < kPending && session.ReadFrame(&replies[good]) &&
         replies[good].size() == 1 && replies[good][0].size() == 64) {
    good++;
  }
  writer.join();
  ASSERT_EQ(kPending, good);
  EXPECT_EQ(0, session.Finish().code);
  for (size_t i : {size_t{0}, size_t{1}, size_t{2049}, kPending - 1}) {
    Result alone = RunWrapper(Path(), Frame({"SHA2-512", Numbered(i)}));
    EXPECT_EQ(Hex(alone.output), Hex(Frame(replies[i]))) << i;
  }
}

TEST_P(WrapperFrames, StopsAtTheFirstBadRequestOfAPipeline) {
  Result result = RunWrapper(
      Path(), HashAbc() + Frame({"nonsense"}) + HashAbc() + HashAbc());
  EXPECT_EQ(2, result.code);
  EXPECT_EQ(Hex(HashAbcReply()), Hex(result.output));
}

TEST_P(WrapperStreams, TakesInputByteByByte) {
  Options options;
  options.chunk = 1;
  Result result = RunWrapper(Path(), HashAbc() + HashAbc(), options);
  EXPECT_EQ(0, result.code) << result.message;
  EXPECT_EQ(Hex(HashAbcReply() + HashAbcReply()), Hex(result.output));
}

TEST_P(WrapperStreams, WorksOnPipesThatDoNotBlock) {
  Options options;
  options.nonblocking = true;
  Session session(Path(), options);
  Strings reply;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_TRUE(session.Write(HashAbc()));
  ASSERT_TRUE(session.ReadFrame(&reply));
  EXPECT_EQ(Strings{FromHex(kAbcHash)}, reply);
  EXPECT_EQ(0, session.Finish().code);
}

TEST_P(WrapperStreams, WritesMoreRepliesThanAPipeHolds) {
  Options options;
  options.nonblocking = true;
  Session session(Path(), options);
  const size_t kRequests = 2200;  // 88,000 bytes of replies, none read yet
  for (size_t i = 0; i < kRequests; i++) {
    ASSERT_TRUE(session.Write(HashAbc()));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  session.CloseInput();
  Result result = session.Finish();
  EXPECT_EQ(0, result.code) << result.message;
  EXPECT_EQ(kRequests * HashAbcReply().size(), result.output.size());
}

TEST_P(WrapperStreams, BrokenOutputIsAnError) {
  Options options;
  options.close_output = true;
  Result result = RunWrapper(Path(), HashAbc(), options);
  EXPECT_EQ(1, result.code);
  EXPECT_NE(std::string::npos, result.message.find("cannot write a reply"));
}

TEST_P(WrapperStreams, MissingOutputIsAnError) {
  Options options;
  options.without_stdout = true;
  Result result = RunWrapper(Path(), HashAbc(), options);
  EXPECT_EQ(1, result.code);
  EXPECT_NE(std::string::npos, result.message.find("is closed"));
}

TEST_P(WrapperArguments, RejectsOthers) {
  for (const Strings &args :
       {Strings{"--frob"}, Strings{""}, Strings{"-h"},
        Strings{"--version", "--version"}, Strings{"--help", "x"}}) {
    Options options;
    options.args = args;
    Result result = RunWrapper(Path(), HashAbc(), options);
    EXPECT_EQ(4, result.code);
    EXPECT_EQ("", result.output);
    EXPECT_NE(std::string::npos, result.message.find("usage:"));
  }
}

TEST_P(WrapperArguments, HelpPrintsTheUsage) {
  Options options;
  options.args = {"--help"};
  Result result = RunWrapper(Path(), "", options);
  EXPECT_EQ(0, result.code);
  EXPECT_EQ(0u, result.output.find("usage:"));
  EXPECT_EQ("", result.message);
}

// Lines splits a text.
Strings Lines(const std::string &text) {
  Strings lines(1);
  for (char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back().push_back(c);
    }
  }
  lines.pop_back();
  return lines;
}

TEST_P(WrapperArguments, VersionNamesTheObject) {
  Options options;
  options.args = {"--version"};
  Result result = RunWrapper(Path(), "", options);
  EXPECT_EQ(0, result.code) << result.message;
  Strings lines = Lines(result.output);
  ASSERT_LE(8u, lines.size()) << result.output;
  EXPECT_EQ("module: Cordon", lines[0]);
  EXPECT_EQ(IsTest() ? "object: cordon-test.o" : "object: cordon.o", lines[1]);
  EXPECT_EQ(0u, lines[2].find("version: "));
  EXPECT_EQ(0u, lines[3].find("architecture: "));
  EXPECT_EQ(0u, lines[4].find("fips-mode: "));
  EXPECT_EQ(0u, lines[5].find("digest: "));
  EXPECT_EQ(std::string("digest: ").size() + 64, lines[5].size());
  EXPECT_EQ(0u, lines[6].find("asm: "));
  EXPECT_EQ(0u, lines[7].find("back-end: "));
  if (IsTest()) {
    EXPECT_EQ("fips-mode: no", lines[4]);
  }
}

INSTANTIATE_WRAPPERS(WrapperFrames);
INSTANTIATE_WRAPPERS(WrapperStreams);
INSTANTIATE_WRAPPERS(WrapperArguments);

}  // namespace
}  // namespace wrapper_test
