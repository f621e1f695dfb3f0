#include "experiments/run_jobs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/parallel.hpp"

namespace renyi {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void clean_up(const Job& job) {
  if (job.clean_up) job.clean_up();
}

class JobRun {
 public:
  JobRun(const std::vector<Job>& jobs, const ResultStore& store, const JobHooks& hooks)
      : jobs_(jobs), store_(store), hooks_(hooks), failed_before_(jobs.size()) {
    outcome_.jobs.resize(jobs.size());
    progress_.jobs = static_cast<std::int64_t>(jobs.size());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      auto known = store.find(jobs[j].key);
      if (known && known->status == JobStatus::done) {
        outcome_.jobs[j] = std::move(known);
        ++progress_.stored;
        clean_up(jobs[j]);  // of a program that died between the two
      } else {
        if (known) failed_before_[j] = known->finished;
        open_.push_back(j);
        work_left_ += jobs[j].work;
      }
    }
    progress_.finished = progress_.stored;
    if (hooks_.progress) hooks_.progress(progress_);
  }

  // Round after round: what another program has is left for the next.
  JobsOutcome work_off(int threads) {
    while (!open_.empty()) {
      work_off_round(threads);
      if (is_stopped()) {
        note_ended_by_others();
        break;
      }
      note_ended();
      open_ = std::exchange(taken_, {});
      std::sort(open_.begin(), open_.end());
      if (!open_.empty()) wait();
    }
    outcome_.failed = progress_.failed;
    outcome_.stopped = stopped_ && progress_.finished < progress_.jobs;
    return std::move(outcome_);
  }

 private:
  void work_off_round(int threads) {
    threads = std::max(1, std::min(threads, static_cast<int>(open_.size())));
    const auto work = [this](std::int64_t next) {
      try {
        if (!is_stopped()) run(open_[static_cast<std::size_t>(next)]);
      } catch (...) {
        broken_ = true;
        throw;
      }
    };
    if (threads == 1) {  // not inside a loop of a pool: a job may have threads of its own
      for (std::int64_t next = 0; next < std::ssize(open_); ++next) work(next);
    } else {
      ThreadPool pool(threads);
      pool.for_each(std::ssize(open_), work);
    }
  }

  bool is_stopped() {
    if (hooks_.stop && hooks_.stop()) stopped_ = true;
    return stopped_ || broken_;
  }

  void wait() {
    if (std::exchange(progress_.waiting, std::ssize(open_)) != std::ssize(open_) && hooks_.progress)
      hooks_.progress(progress_);
    for (int tenth = 0; tenth < 10 && !is_stopped(); ++tenth)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }

  // False where there is nothing to run: another program has the job, or has ended it since.
  bool take(std::size_t place) {
    const std::lock_guard lock(mutex_);
    if (note_if_ended(place)) return false;
    if (store_.claim(jobs_[place].key, jobs_[place].labels)) return true;
    taken_.push_back(place);
    return false;
  }

  // By another program, since this one began.
  bool note_if_ended(std::size_t place) {
    auto known = store_.find(jobs_[place].key);
    if (!known || known->status == JobStatus::running || known->finished == failed_before_[place])
      return false;
    note(place, std::move(*known));
    return true;
  }
  // The others' too count among those that are done when this run stops.
  void note_ended_by_others() {
    for (std::size_t place = 0; place < jobs_.size(); ++place)
      if (!outcome_.jobs[place]) note_if_ended(place);
  }
  void note_ended() {
    std::erase_if(taken_, [this](std::size_t place) { return note_if_ended(place); });
  }

  void run(std::size_t place) {
    if (!take(place)) return;
    const Job& job = jobs_[place];
    const auto start = Clock::now();
    std::optional<JobResult> result;
    std::optional<std::string> error;
    try {
      result = job.run([this] { return is_stopped(); });
    } catch (const Error& failure) {
      if (failure.exit_code() == ExitCode::input_output) {  // of the disk, and of every other job
        leave_open(job);
        throw;
      }
      error = failure.what();
    } catch (const std::bad_alloc&) {  // by its own size, most likely
      error = "out of memory";
    } catch (...) {
      leave_open(job);
      throw;
    }
    const double seconds = seconds_since(start);
    const std::lock_guard lock(mutex_);
    if (result) {
      store_.finish(job.key, *result, result->seconds_before + seconds);
      clean_up(job);
    } else if (error) {
      store_.fail(job.key, *error, seconds);
    } else {
      store_.let_go(job.key);
      return;
    }
    note(place, store_.find(job.key).value());
    note_ended();
  }

  // Before the run ends with an error of its own, which one of the store must not hide: without
  // this process the job is open in any case.
  void leave_open(const Job& job) {
    const std::lock_guard lock(mutex_);
    try {
      store_.let_go(job.key);
    } catch (const Error&) {
    }
  }

  void note(std::size_t place, StoredJob job) {
    outcome_.jobs[place] = std::move(job);
    work_done_ += jobs_[place].work;
    work_left_ -= jobs_[place].work;
    ++progress_.finished;
    progress_.waiting = 0;
    progress_.last = &*outcome_.jobs[place];
    progress_.name = jobs_[place].key.name;
    if (progress_.last->status == JobStatus::failed) ++progress_.failed;
    progress_.seconds = seconds_since(start_);
    progress_.seconds_left = progress_.seconds * std::max(0.0, work_left_) / work_done_;
    if (hooks_.progress) hooks_.progress(progress_);
  }

  const std::vector<Job>& jobs_;
  const ResultStore& store_;
  const JobHooks& hooks_;
  const Clock::time_point start_ = Clock::now();
  std::vector<std::size_t> open_;           // to be run
  std::vector<std::string> failed_before_;  // when, of each job
  std::atomic<bool> stopped_{false}, broken_{false};

  std::mutex mutex_;                // of all below, and of the store
  std::vector<std::size_t> taken_;  // by other programs
  JobsProgress progress_;
  JobsOutcome outcome_;
  double work_done_ = 0.0, work_left_ = 0.0;
};

}  // namespace

JobsOutcome run_jobs(const std::vector<Job>& jobs, const ResultStore& store, int threads,
                     const JobHooks& hooks) {
  return JobRun(jobs, store, hooks).work_off(threads);
}

}  // namespace renyi
