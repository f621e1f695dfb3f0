#include "renyi/inference/legs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/inference/checkpoint.hpp"

namespace renyi {
namespace {

// What each process has, one after another, as the rows of a tensor of one more dimension.
void gather(Communicator& others, TensorFile& file) {
  for (auto& [name, tensor] : file.tensors) {
    const std::size_t here = tensor.bytes.size();
    std::string all(here * static_cast<std::size_t>(others.size()), '\0');
    std::copy(tensor.bytes.begin(), tensor.bytes.end(),
              all.begin() + static_cast<std::ptrdiff_t>(here) * others.rank());
    if (here > 0) others.all_gather(all.data(), others.size(), static_cast<std::int64_t>(here));
    tensor.bytes = std::move(all);
    tensor.shape.insert(tensor.shape.begin(), others.size());
  }
}

// The reverse, of one process. Tensors that are not of so many rows are left as they are, and are
// refused by who loads them.
void take_own(const Communicator& others, TensorFile& file) {
  for (auto& [name, tensor] : file.tensors) {
    if (tensor.shape.empty() || tensor.shape[0] != others.size()) continue;
    const std::size_t own = tensor.bytes.size() / static_cast<std::size_t>(others.size());
    tensor.bytes = tensor.bytes.substr(own * static_cast<std::size_t>(others.rank()), own);
    tensor.shape.erase(tensor.shape.begin());
  }
}

constexpr const char* more_prefix = "more.";
constexpr const char* seconds_name = "seconds";

}  // namespace

Legs::Legs(LegsOptions options) : options_(std::move(options)) {}

double Legs::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Legs::resume() {
  file_ = read_checkpoint_file(options_.path, options_.identity);
  StateArchive archive = StateArchive::loading_from(file_, options_.path);
  archive(seconds_name, seconds_in_file_);
  if (options_.more) {
    StateArchive more = StateArchive::loading_from(file_, options_.path, more_prefix);
    options_.more(more);
  }
}

void Legs::finish() {
  std::error_code ignored;
  if (is_first() && keeps()) std::filesystem::remove(options_.path, ignored);
}

// Only the first process reads the clock; all know what any of them wants most.
Legs::Wish Legs::wish() const {
  Wish here = Wish::go_on;
  if (is_first() && keeps() && seconds() - last_write_ >= options_.seconds) here = Wish::write;
  if (options_.stop && options_.stop()) here = Wish::stop;
  if (options_.others == nullptr) return here;
  std::vector<Wish> all(static_cast<std::size_t>(options_.others->size()));
  all[static_cast<std::size_t>(options_.others->rank())] = here;
  options_.others->all_gather(all.data(), std::ssize(all));
  return *std::max_element(all.begin(), all.end());
}

bool Legs::is_first() const { return options_.others == nullptr || options_.others->rank() == 0; }

TensorFile Legs::kept(const std::string& prefix) const {
  TensorFile file;
  for (const auto& [name, tensor] : file_.tensors)
    if (name.starts_with(prefix)) file.tensors[name] = tensor;
  return file;
}

void Legs::keep(const std::string& prefix, TensorFile&& leg) {
  std::erase_if(file_.tensors, [&](const auto& entry) { return entry.first.starts_with(prefix); });
  file_.tensors.merge(leg.tensors);
}

void Legs::write() {
  last_write_ = seconds();
  if (!keeps() || !is_first()) return;
  StateArchive archive = StateArchive::saving_to(file_);
  const double all_seconds = seconds_in_file_ + last_write_;
  archive(seconds_name, all_seconds);
  if (options_.more) {
    StateArchive more = StateArchive::saving_to(file_, more_prefix);
    options_.more(more);
  }
  write_checkpoint_file(options_.path, file_, options_.identity);
}

Leg::Leg(Legs* legs, State state, Processes processes) : legs_(legs), state_(std::move(state)) {
  if (legs_ == nullptr) return;
  Communicator* const others = legs_->options_.others;
  if (processes == Processes::different && others != nullptr && others->size() > 1)
    others_ = others;
  begin_ = legs_->seconds();
  prefix_ = fmt::format("leg{}.", legs_->behind_ + 1);
  TensorFile file = legs_->kept(prefix_);
  if (file.tensors.empty()) return;
  if (others_ != nullptr) take_own(*others_, file);
  StateArchive archive = StateArchive::loading_from(file, legs_->options_.path, prefix_);
  archive(seconds_name, seconds_before_);
  state_(archive);
  legs_->seconds_before_ += seconds_before_;
}

Leg::~Leg() {
  if (legs_ != nullptr) ++legs_->behind_;
}

TensorFile Leg::saved() const {
  TensorFile file;
  StateArchive archive = StateArchive::saving_to(file, prefix_);
  const double seconds = seconds_before_ + legs_->seconds() - begin_;
  archive(seconds_name, seconds);
  state_(archive);
  if (others_ != nullptr) gather(*others_, file);
  return file;
}

void Leg::pause(const LegProgress& progress, std::int64_t agree_every) {
  if (legs_ == nullptr) return;
  if (legs_->options_.progress && progress.all > 0) {
    LegProgress told = progress;
    told.seconds = legs_->seconds() - begin_;
    legs_->options_.progress(told);
  }
  if (legs_->options_.others != nullptr && ++pauses_ % agree_every != 0) return;
  const Legs::Wish wish = legs_->wish();
  if (wish == Legs::Wish::go_on) return;
  if (legs_->keeps()) {
    legs_->keep(prefix_, saved());
    legs_->write();
  }
  if (wish == Legs::Wish::stop) throw WorkStopped();
}

void Leg::end() {
  if (legs_ != nullptr && legs_->keeps()) legs_->keep(prefix_, saved());
}

}  // namespace renyi
