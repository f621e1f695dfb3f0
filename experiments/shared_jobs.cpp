#include "experiments/shared_jobs.hpp"

#include <chrono>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "experiments/heartbeat.hpp"
#include "experiments/seats.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Messages: a number hands out the job of that place; texts are these, results CBOR.
constexpr const char* end_message = "end";
constexpr const char* end_without_message = "end without those that were lost";
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
  JobResult result{.metrics = message.at("metrics").get<Metrics>(),
                   .seconds_before = message.at("seconds_before").get<double>()};
  for (const nlohmann::json& epoch : message.at("epochs"))
    result.epochs[epoch.at(0).get<std::int64_t>()] = epoch.at(1).get<Metrics>();
  return result;
}

// What other processes run, until they are told of the end.
class Worker {
 public:
  Worker(const std::vector<Job>& jobs, Communicator& others, const JobHooks& hooks, double patience)
      : jobs_(jobs), others_(others), hooks_(hooks), patience_(patience), first_(patience) {}

  void work() {
    for (;;) {
      const auto message = others_.receive(0);
      if (!message) {
        if (first_.is_lost())
          throw Error(ExitCode::internal, "the first process, which hands out the jobs, is lost");
        sleep_a_little();
        continue;
      }
      first_.heard();
      if (*message == end_without_message) others_.note_lost();
      if (*message == end_message || *message == end_without_message) return;
      // A stop may come after the job's own end.
      if (*message != stop_message && *message != alive_message)
        others_.send(0, to_message(run(jobs_.at(std::stoul(*message)))));
    }
  }

 private:
  nlohmann::json run(const Job& job) {
    bool told = false;
    std::mutex mutex;
    const StopRequest stop = [&] {
      const std::lock_guard lock(mutex);
      while (const auto message = others_.receive(0)) {
        first_.heard();
        told = told || *message != alive_message;
      }
      told = told || (hooks_.stop && hooks_.stop()) || first_.is_lost();
      return told;
    };
    const Heartbeat heartbeat(
        others_, [] { return std::vector{0}; }, patience_);
    try {
      const auto result = job.run(stop);
      if (!result) return {{"stopped", true}};
      return {{"metrics", result->metrics},
              {"epochs", epochs_json(result->epochs)},
              {"seconds_before", result->seconds_before}};
    } catch (const Error& error) {
      return {{"error", error.what()}, {"code", static_cast<int>(error.exit_code())}};
    } catch (const std::bad_alloc&) {
      return {{"out_of_memory", true}};
    } catch (const std::exception& error) {
      return {{"broken", error.what()}};
    }
  }

  const std::vector<Job>& jobs_;
  Communicator& others_;
  const JobHooks& hooks_;
  double patience_;
  Listener first_;
};

// The process that ran a job is no more.
struct LostProcess {};

std::optional<JobResult> run_elsewhere(Communicator& others, int rank, std::size_t job,
                                       const StopRequest& stop, double patience) {
  others.send(rank, std::to_string(job));
  bool told = false;
  Listener listener(patience);
  for (;;) {
    if (const auto reply = others.receive(rank)) {
      listener.heard();
      if (*reply == alive_message) continue;
      const nlohmann::json message = nlohmann::json::from_cbor(*reply);
      if (message.contains("error"))
        throw Error(static_cast<ExitCode>(message.at("code").get<int>()),
                    message.at("error").get<std::string>());
      if (message.contains("broken"))
        throw std::runtime_error(message.at("broken").get<std::string>());
      if (message.contains("out_of_memory")) throw std::bad_alloc();
      if (message.contains("stopped")) return std::nullopt;
      return result_of(message);
    }
    if (!told && stop()) {
      others.send(rank, stop_message);
      told = true;
    }
    if (listener.is_lost()) throw LostProcess();
    sleep_a_little();
  }
}

// On whatever process is free, and on another where that one is lost.
std::optional<JobResult> run_somewhere(const std::vector<Job>& jobs, std::size_t job, Seats& seats,
                                       Communicator& others, const StopRequest& stop,
                                       double patience) {
  struct Seat {
    Seats& seats;
    int rank;
    bool is_lost = false;
    explicit Seat(Seats& all) : seats(all), rank(all.take()) {}
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    ~Seat() { is_lost ? seats.lose(rank) : seats.give(rank); }
  };
  for (;;) {
    Seat seat(seats);
    if (seat.rank == 0) return jobs[job].run(stop);
    try {
      return run_elsewhere(others, seat.rank, job, stop, patience);
    } catch (const LostProcess&) {
      seat.is_lost = true;
      others.note_lost();
    }
  }
}

}  // namespace

JobsOutcome run_shared_jobs(const std::vector<Job>& jobs, const ResultStore* store,
                            Communicator& others, const JobHooks& hooks, double patience) {
  if (others.rank() != 0) {
    Worker(jobs, others, hooks, patience).work();
    return {};
  }
  Seats seats(others.size());
  std::vector<Job> handed_out = jobs;
  for (std::size_t j = 0; j < jobs.size(); ++j)
    handed_out[j].run = [&, j](const StopRequest& stop) {
      return run_somewhere(jobs, j, seats, others, stop, patience);
    };
  const auto tell_end = [&] {
    for (const int rank : seats.others())
      others.send(rank, others.has_lost() ? end_without_message : end_message);
  };
  try {
    JobsOutcome outcome;
    {
      const Heartbeat heartbeat(
          others, [&] { return seats.others(); }, patience);
      outcome = run_jobs(handed_out, *store, others.size(), hooks);
    }
    outcome.lost = seats.lost();
    tell_end();
    return outcome;
  } catch (...) {
    tell_end();
    throw;
  }
}

}  // namespace renyi
