#include "bench/stolen.hpp"

#include <fstream>
#include <string>

namespace renyi::bench {
namespace {

struct Ticks {
  double stolen = 0.0, all = 0.0;
};

// The first line of /proc/stat: user nice system idle iowait irq softirq steal.
Ticks ticks() {
  std::ifstream stat("/proc/stat");
  std::string name;
  stat >> name;
  Ticks sum;
  for (int field = 0; field < 8; ++field) {
    double count = 0.0;
    if (!(stat >> count)) return {};
    sum.all += count;
    if (field == 7) sum.stolen = count;
  }
  return sum;
}

}  // namespace

StolenTime::StolenTime() {
  const Ticks now = ticks();
  stolen_ = now.stolen;
  all_ = now.all;
}

double StolenTime::share() const {
  const Ticks now = ticks();
  return now.all > all_ ? (now.stolen - stolen_) / (now.all - all_) : 0.0;
}

}  // namespace renyi::bench
