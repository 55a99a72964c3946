// Child processes with pipes: see process.h.
#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace wrapper_test {

std::string U32(uint32_t v) {
  std::string out;
  for (int i = 0; i < 4; i++) {
    out.push_back(static_cast<char>(v >> (8 * i)));
  }
  return out;
}

std::string U64(uint64_t v) {
  return U32(static_cast<uint32_t>(v)) + U32(static_cast<uint32_t>(v >> 32));
}

std::string Header(uint32_t count, const std::vector<uint32_t> &lengths) {
  std::string out = U32(count);
  for (uint32_t length : lengths) {
    out += U32(length);
  }
  return out;
}

std::string Frame(const Strings &strings) {
  std::vector<uint32_t> lengths;
  std::string bytes;
  for (const std::string &s : strings) {
    lengths.push_back(static_cast<uint32_t>(s.size()));
    bytes += s;
  }
  return Header(static_cast<uint32_t>(strings.size()), lengths) + bytes;
}

static uint32_t LoadU32(const char *p) {
  const auto *u = reinterpret_cast<const uint8_t *>(p);
  return u[0] | u[1] << 8 | u[2] << 16 | static_cast<uint32_t>(u[3]) << 24;
}

std::vector<Strings> ParseFrames(const std::string &bytes, std::string *rest) {
  std::vector<Strings> frames;
  size_t at = 0;
  while (bytes.size() - at >= 4) {
    size_t count = LoadU32(&bytes[at]);
    if (count > 64 || bytes.size() - at < 4 + 4 * count) {
      break;
    }
    size_t next = at + 4 + 4 * count;
    Strings frame;
    bool whole = true;
    for (size_t i = 0; i < count && whole; i++) {
      size_t len = LoadU32(&bytes[at + 4 + 4 * i]);
      whole = bytes.size() - next >= len;
      if (whole) {
        frame.push_back(bytes.substr(next, len));
        next += len;
      }
    }
    if (!whole) {
      break;
    }
    frames.push_back(frame);
    at = next;
  }
  *rest = bytes.substr(at);
  return frames;
}

std::string Hex(const std::string &bytes) {
  static const char kDigits[] = "0123456789abcdef";
  std::string out;
  for (char c : bytes) {
    out.push_back(kDigits[static_cast<uint8_t>(c) >> 4]);
    out.push_back(kDigits[static_cast<uint8_t>(c) & 15]);
  }
  return out;
}

std::string FromHex(const std::string &hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return out;
}

std::string Range(uint8_t first, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; i++) {
    out.push_back(static_cast<char>(first + i));
  }
  return out;
}

namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) {
      throw std::runtime_error("pipe2");
    }
    read = fds[0];
    write = fds[1];
  }
};

// Descriptors of the child, moved out of the way of 0, 1 and 2.
void BecomeWrapper(const std::string &path, const Options &options, int in,
                   int out, int err) {
  if (options.nonblocking) {
    fcntl(in, F_SETFL, O_NONBLOCK);
    fcntl(out, F_SETFL, O_NONBLOCK | O_WRONLY);
  }
  dup2(in, 0);
  dup2(out, 1);
  dup2(err, 2);
  if (options.without_stdout) {
    close(1);
  }
  signal(SIGPIPE, SIG_DFL);
  std::vector<char *> argv = {const_cast<char *>(path.c_str())};
  for (const std::string &arg : options.args) {
    argv.push_back(const_cast<char *>(arg.c_str()));
  }
  argv.push_back(nullptr);
  unsetenv("ACVP_WRAPPER_ERRORS");
  for (const std::string &entry : options.environment) {
    putenv(const_cast<char *>(entry.c_str()));
  }
  execv(path.c_str(), argv.data());
  _exit(127);
}

// A file without a name for standard error: it never fills up.
int MessageFile() {
  char name[] = "/tmp/wrapper-test-XXXXXX";
  int fd = mkostemp(name, O_CLOEXEC);
  if (fd < 0) {
    throw std::runtime_error("mkostemp");
  }
  unlink(name);
  return fd;
}

std::string ReadFile(int fd) {
  std::string out;
  char buffer[4096];
  ssize_t n;
  while ((n = pread(fd, buffer, sizeof(buffer),
                    static_cast<off_t>(out.size()))) > 0) {
    out.append(buffer, static_cast<size_t>(n));
  }
  return out;
}

}  // namespace

Session::Session(const std::string &path, const Options &options) {
  signal(SIGPIPE, SIG_IGN);
  Pipe in, out;
  messages_ = MessageFile();
  pid_ = fork();
  if (pid_ < 0) {
    throw std::runtime_error("fork");
  }
  if (pid_ == 0) {
    BecomeWrapper(path, options, in.read, out.write, messages_);
  }
  close(in.read);
  close(out.write);
  to_ = in.write;
  from_ = out.read;
  if (options.close_output) {
    close(from_);
    from_ = -1;
  }
}

Session::~Session() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    Finish();
  }
}

bool Session::Write(const std::string &bytes, size_t chunk) {
  size_t at = 0;
  while (at < bytes.size()) {
    ssize_t n = write(to_, &bytes[at], std::min(chunk, bytes.size() - at));
    if (n < 0) {
      return false;
    }
    at += static_cast<size_t>(n);
  }
  return true;
}

void Session::CloseInput() {
  if (to_ >= 0) {
    close(to_);
    to_ = -1;
  }
}

bool Session::ReadExactly(char *p, size_t n) {
  while (n > 0) {
    ssize_t got = read(from_, p, n);
    if (got <= 0) {
      return false;
    }
    p += got;
    n -= static_cast<size_t>(got);
  }
  return true;
}

bool Session::ReadFrame(Strings *out) {
  char word[4];
  if (!ReadExactly(word, 4) || LoadU32(word) > 64) {
    return false;
  }
  std::vector<uint32_t> lengths(LoadU32(word));
  for (uint32_t &length : lengths) {
    if (!ReadExactly(word, 4)) {
      return false;
    }
    length = LoadU32(word);
  }
  out->clear();
  for (uint32_t length : lengths) {
    std::string s(length, 0);
    if (!ReadExactly(&s[0], length)) {
      return false;
    }
    out->push_back(s);
  }
  return true;
}

std::string Session::ReadAll() {
  std::string out;
  char buffer[65536];
  ssize_t n;
  while (from_ >= 0 && (n = read(from_, buffer, sizeof(buffer))) > 0) {
    out.append(buffer, static_cast<size_t>(n));
  }
  return out;
}

Result Session::Finish() {
  Result result;
  int status = 0;
  CloseInput();
  result.output = ReadAll();
  waitpid(pid_, &status, 0);
  pid_ = -1;
  result.message = ReadFile(messages_);
  close(messages_);
  if (from_ >= 0) {
    close(from_);
  }
  if (WIFEXITED(status)) {
    result.code = WEXITSTATUS(status);
  }
  return result;
}

Result RunWrapper(const std::string &path, const std::string &input,
                  const Options &options) {
  Session session(path, options);
  std::thread writer([&] {
    session.Write(input, options.chunk);
    session.CloseInput();
  });
  std::string output = session.ReadAll();
  writer.join();
  Result result = session.Finish();
  result.output = output + result.output;
  return result;
}

}  // namespace wrapper_test
