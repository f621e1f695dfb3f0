#include "experiments/shared_jobs.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Messages: a number hands out the job of that place; texts are these, results CBOR.
constexpr const char* end_message = "end";
constexpr const char* stop_message = "stop";

void sleep_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

std::string to_message(const nlohmann::json& value) {
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(value);
  return {bytes.begin(), bytes.end()};
}

nlohmann::json epochs_json(const EpochMetrics& epochs) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [epoch, metrics] : epochs) list.push_back({epoch, metrics});
  return list;
}

JobResult result_of(const nlohmann::json& message) {
  JobResult result{.metrics = message.at("metrics").get<Metrics>()};
  for (const nlohmann::json& epoch : message.at("epochs"))
    result.epochs[epoch.at(0).get<std::int64_t>()] = epoch.at(1).get<Metrics>();
  return result;
}

// What other processes run, until they are told of the end.
class Worker {
 public:
  Worker(const std::vector<Job>& jobs, Communicator& others, const JobHooks& hooks)
      : jobs_(jobs), others_(others), hooks_(hooks) {}

  void work() {
    for (;;) {
      const auto message = others_.receive(0);
      if (!message)
        sleep_a_little();
      else if (*message == end_message)
        return;
      else if (*message != stop_message)  // one that came after the job's own end
        others_.send(0, to_message(run(jobs_.at(std::stoul(*message)))));
    }
  }

 private:
  nlohmann::json run(const Job& job) {
    bool told = false;
    std::mutex mutex;
    const StopRequest stop = [&] {
      const std::lock_guard lock(mutex);
      told = told || (hooks_.stop && hooks_.stop()) || others_.receive(0).has_value();
      return told;
    };
    try {
      const auto result = job.run(stop);
      if (!result) return {{"stopped", true}};
      return {{"metrics", result->metrics}, {"epochs", epochs_json(result->epochs)}};
    } catch (const Error& error) {
      return {{"error", error.what()}};
    } catch (const std::exception& error) {
      return {{"broken", error.what()}};
    }
  }

  const std::vector<Job>& jobs_;
  Communicator& others_;
  const JobHooks& hooks_;
};

// Processes that are free, 0 for this one.
class Seats {
 public:
  explicit Seats(int processes) {
    for (int rank = 0; rank < processes; ++rank) free_.push_back(rank);
  }
  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !free_.empty(); });
    const int rank = free_.back();
    free_.pop_back();
    return rank;
  }
  void give(int rank) {
    {
      const std::lock_guard lock(mutex_);
      free_.push_back(rank);
    }
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> free_;
};

std::optional<JobResult> run_elsewhere(Communicator& others, int rank, std::size_t job,
                                       const StopRequest& stop) {
  others.send(rank, std::to_string(job));
  bool told = false;
  for (;;) {
    if (const auto reply = others.receive(rank)) {
      const nlohmann::json message = nlohmann::json::from_cbor(*reply);
      if (message.contains("error"))
        throw Error(ExitCode::internal, message.at("error").get<std::string>());
      if (message.contains("broken"))
        throw std::runtime_error(message.at("broken").get<std::string>());
      if (message.contains("stopped")) return std::nullopt;
      return result_of(message);
    }
    if (!told && stop()) {
      others.send(rank, stop_message);
      told = true;
    }
    sleep_a_little();
  }
}

}  // namespace

JobsOutcome run_shared_jobs(const std::vector<Job>& jobs, const ResultStore* store,
                            Communicator& others, const JobHooks& hooks) {
  if (others.rank() != 0) {
    Worker(jobs, others, hooks).work();
    return {};
  }
  Seats seats(others.size());
  std::vector<Job> handed_out = jobs;
  for (std::size_t j = 0; j < jobs.size(); ++j)
    handed_out[j].run = [&, j](const StopRequest& stop) {
      struct Seat {
        Seats& seats;
        int rank;
        explicit Seat(Seats& all) : seats(all), rank(all.take()) {}
        Seat(const Seat&) = delete;
        Seat& operator=(const Seat&) = delete;
        ~Seat() { seats.give(rank); }
      } const seat(seats);
      return seat.rank == 0 ? jobs[j].run(stop) : run_elsewhere(others, seat.rank, j, stop);
    };
  const auto tell_end = [&] {
    for (int rank = 1; rank < others.size(); ++rank) others.send(rank, end_message);
  };
  try {
    JobsOutcome outcome = run_jobs(handed_out, *store, others.size(), hooks);
    tell_end();
    return outcome;
  } catch (...) {
    tell_end();
    throw;
  }
}

}  // namespace renyi
