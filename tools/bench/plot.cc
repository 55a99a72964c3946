// The chart as a script for gnuplot, and the process that draws it.
#include "plot.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>

#include "errors.h"

extern char **environ;

namespace bench {
namespace {

// Above this ratio the bars that matter would be too short on a linear axis.
const double kMaxLinear = 4;

// That of cordon stands out.
const char *const kColours[] = {"#1f5fa8", "#e0883a", "#9aa0a6", "#5aa469",
                                "#b07aa1", "#d4b13f", "#7f5539", "#76b7b2"};
const size_t kNumColours = sizeof(kColours) / sizeof(kColours[0]);

// A bar stands at x and is one unit wide.
struct Bar {
  double x;
  double height;
  std::string label;
};

struct Chart {
  // By implementation, in the order in which they appear.
  std::vector<std::pair<std::string, std::vector<Bar>>> series;
  std::vector<std::pair<double, std::string>> ticks;
  double width = 0;
  double tallest = 0;
  bool is_ratio = true;
};

std::string Label(double microseconds) {
  char text[32];
  const int decimals = microseconds < 1     ? 3
                       : microseconds < 10  ? 2
                       : microseconds < 100 ? 1
                                            : 0;
  std::snprintf(text, sizeof(text), "%.*f", decimals, microseconds);
  return text;
}

std::vector<Bar> &SeriesOf(Chart *chart, const std::string &name) {
  for (auto &series : chart->series) {
    if (series.first == name) return series.second;
  }
  chart->series.emplace_back(name, std::vector<Bar>());
  return chart->series.back().second;
}

// One group: the rows of one operation.
void AddGroup(const std::vector<const Row *> &rows, double unit_ns,
              Chart *chart) {
  const double first = chart->width;
  for (const Row *row : rows) {
    const double height = row->figures.quiet_ns / unit_ns;
    SeriesOf(chart, row->implementation)
        .push_back({chart->width, height, Label(row->figures.quiet_ns / 1000)});
    chart->tallest = std::max(chart->tallest, height);
    chart->width += 1;
  }
  const Row &row = *rows.front();
  chart->ticks.emplace_back(
      (first + chart->width - 1) / 2,
      row.curve.empty() ? row.operation : row.operation + "\\n" + row.curve);
  chart->width += 1;
}

// Ratios where there is something to compare with, microseconds elsewhere.
Chart MakeChart(const Results &results) {
  std::vector<std::vector<const Row *>> groups;
  for (const Row &row : results.rows) {
    if (!row.measured) continue;
    if (groups.empty() || groups.back()[0]->operation != row.operation ||
        groups.back()[0]->curve != row.curve) {
      groups.emplace_back();
    }
    groups.back().push_back(&row);
  }
  Chart chart;
  chart.is_ratio = std::any_of(groups.begin(), groups.end(),
                               [](const auto &g) { return g.size() > 1; });
  for (const auto &group : groups) {
    if (chart.is_ratio && group.size() == 1) continue;
    const Row *base = BaselineOf(results, *group[0]);
    if (chart.is_ratio && !base) continue;
    AddGroup(group, chart.is_ratio ? base->figures.quiet_ns : 1000, &chart);
  }
  return chart;
}

// In single quotes gnuplot takes all but the quote as it is, in double quotes
// also \n; neither can hold a control character.
std::string Quoted(const std::string &text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    if (c != quote && static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out + quote;
}

std::string Script(const Chart &chart, const std::string &terminal,
                   const std::string &baseline, const std::string &title) {
  std::ostringstream s;
  for (size_t i = 0; i < chart.series.size(); i++) {
    s << "$series" << i << " << END\n";
    for (const Bar &bar : chart.series[i].second) {
      s << bar.x << " " << bar.height << " " << bar.label << "\n";
    }
    s << "END\n";
  }
  const int width = 240 + static_cast<int>(34 * chart.width);
  s << "set terminal " << terminal << " noenhanced size " << width
    << ",520 background 'white' font 'sans,11'\n"
    << "set title " << Quoted(title, '\'') << "\n"
    << "set ylabel "
    << Quoted(chart.is_ratio
                  ? "time per operation, " + baseline + " = 1 (less is better)"
                  : std::string("time per operation"),
              '\'')
    << "\nset boxwidth 0.9\nset style fill solid 0.85\nset grid ytics\n"
    << "set key outside right top\nset bmargin 4\n"
    << "set label 1 'numbers: microseconds' at graph 0.01, 0.97\n"
    << "set xrange [-1:" << chart.width - 1 << "]\nset xtics nomirror (";
  for (size_t i = 0; i < chart.ticks.size(); i++) {
    s << (i ? ", " : "") << Quoted(chart.ticks[i].second, '"') << " "
      << chart.ticks[i].first;
  }
  s << ")\n";
  if (!chart.is_ratio) {
    s << "set logscale y\nunset ytics\n";
  } else if (chart.tallest > kMaxLinear) {
    s << "set logscale y 2\nset yrange [0.125:" << 2 * chart.tallest << "]\n";
  } else {
    s << "set yrange [0:" << 1.15 * chart.tallest << "]\n";
  }
  s << "plot ";
  for (size_t i = 0; i < chart.series.size(); i++) {
    s << (i ? ", " : "") << "$series" << i << " using 1:2 with boxes "
      << "linecolor rgb '" << kColours[i % kNumColours] << "' title "
      << Quoted(chart.series[i].first, '\'') << ", $series" << i
      << " using 1:2:3 with labels offset 0,0.7 font 'sans,8' notitle";
  }
  s << "\n";
  return s.str();
}

// Runs gnuplot on the script, with its output to `out`, and returns what it
// complained about, or "".
std::string RunGnuplot(const std::string &script, int out) {
  // Files, not pipes: neither side can wait for the other.
  std::FILE *input = std::tmpfile(), *complaint = std::tmpfile();
  if (!input || !complaint) throw ModuleError("no temporary file can be made");
  std::fwrite(script.data(), 1, script.size(), input);
  std::fflush(input);
  std::rewind(input);
  char program[] = "gnuplot";
  char *const argv[] = {program, nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(complaint), STDERR_FILENO);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program, &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  char line[256] = "";
  if (error == 0) waitpid(child, &status, 0);
  std::rewind(complaint);
  // The first line that says something.
  while (std::fgets(line, sizeof(line), complaint) && line[0] == '\n') {
  }
  line[std::strcspn(line, "\n")] = 0;
  std::fclose(input);
  std::fclose(complaint);
  if (error != 0) return std::strerror(error);
  if (status == 0) return "";
  return line[0] ? line : "it failed without a word";
}

std::string TerminalOf(const std::string &file) {
  const size_t dot = file.rfind('.');
  const std::string suffix = dot == std::string::npos ? "" : file.substr(dot);
  if (suffix == ".svg") return "svg";
  if (suffix == ".png") return "pngcairo";
  throw UsageError("--plot " + file + ": the name must end in .svg or .png");
}

void RequireGnuplot() {
  const int sink = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const std::string problem = RunGnuplot("exit\n", sink);
  close(sink);
  if (problem.empty()) return;
  throw UsageError("--plot needs the program gnuplot (Debian: gnuplot-nox): " +
                   problem);
}

}  // namespace

Plot::Plot(const std::string &file) : file_(file), terminal_(TerminalOf(file)) {
  RequireGnuplot();
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
  fd_ = open(file.c_str(), flags | O_EXCL, 0666);
  is_new_ = fd_ >= 0;
  if (!is_new_) fd_ = open(file.c_str(), flags, 0666);
  if (fd_ < 0) {
    throw UsageError("--plot " + file +
                     " cannot be written: " + std::strerror(errno));
  }
}

Plot::~Plot() {
  close(fd_);
  if (is_new_ && !is_drawn_) unlink(file_.c_str());
}

void Plot::Draw(const Results &results, const std::string &title) {
  const std::string base =
      results.baseline.empty() ? "the first" : results.baseline;
  const std::string script = Script(MakeChart(results), terminal_, base, title);
  // A device, such as /dev/full under another name, has no length.
  if (ftruncate(fd_, 0) != 0 && errno != EINVAL) {
    throw ModuleError("--plot " + file_ +
                      " cannot be written: " + std::strerror(errno));
  }
  const std::string problem = RunGnuplot(script, fd_);
  if (!problem.empty()) throw ModuleError("gnuplot: " + problem);
  is_drawn_ = true;
}

}  // namespace bench
