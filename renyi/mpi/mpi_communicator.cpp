#include "renyi/mpi/mpi_communicator.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <list>
#include <thread>
#include <vector>

namespace renyi {
namespace {

// MPI counts in int.
int to_count(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw UsageError(fmt::format("message: expected less than 2 GB, found {} bytes", bytes));
  return static_cast<int>(bytes);
}

bool was_started_with_others() {
  constexpr const char* marks[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
  return std::any_of(std::begin(marks), std::end(marks),
                     [](const char* mark) { return std::getenv(mark) != nullptr; });
}

}  // namespace

struct MpiCommunicator::Counts {
  std::vector<int> sent, sent_at, received, received_at;
  std::vector<std::byte> out, in;
};

// Messages that may not have been taken yet.
struct MpiCommunicator::Outbox {
  struct Letter {
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  std::list<Letter> letters;

  void forget_taken() {
    letters.remove_if([](Letter& letter) {
      int done = 0;
      MPI_Test(&letter.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
  }
};

std::unique_ptr<MpiCommunicator> MpiCommunicator::join() {
  if (!was_started_with_others()) return nullptr;
  return std::unique_ptr<MpiCommunicator>(new MpiCommunicator);
}

MpiCommunicator::MpiCommunicator()
    : counts_(std::make_unique<Counts>()), outbox_(std::make_unique<Outbox>()) {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiCommunicator::~MpiCommunicator() { MPI_Finalize(); }

// Waits for nobody: the other one may be no more.
void MpiCommunicator::send(int to, const std::string& message) {
  const std::lock_guard lock(one_at_a_time_);
  outbox_->forget_taken();
  Outbox::Letter& letter = outbox_->letters.emplace_back(Outbox::Letter{message});
  MPI_Isend(letter.text.data(), to_count(letter.text.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD,
            &letter.request);
}

std::optional<std::string> MpiCommunicator::receive(int from) {
  const std::lock_guard lock(one_at_a_time_);
  int has_come = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(from, 0, MPI_COMM_WORLD, &has_come, &status);
  if (has_come == 0) return std::nullopt;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string message(static_cast<std::size_t>(size), '\0');
  MPI_Recv(message.data(), size, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

bool MpiCommunicator::all_have_ended(double seconds) const {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (;;) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    if (seconds > 0.0 && std::chrono::duration<double>(Clock::now() - start).count() > seconds)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void MpiCommunicator::abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();  // never reached
}

void MpiCommunicator::do_all_gather(std::byte* data, std::span<const std::size_t> ends) {
  auto& [sent, sent_at, received, received_at, out, in] = *counts_;
  received.clear();
  received_at.clear();
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    received.push_back(to_count(end - begin));
    received_at.push_back(to_count(begin));
    begin = end;
  }
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, data, received.data(), received_at.data(), MPI_BYTE,
                 MPI_COMM_WORLD);
}

// Messages of several places go through one memory each way, as MPI wants.
void MpiCommunicator::do_exchange(std::span<const ConstBytes> out_parts,
                                  std::span<const Bytes> in_parts) {
  auto& [sent, sent_at, received, received_at, out, in] = *counts_;
  sent.clear();
  sent_at.clear();
  received.clear();
  received_at.clear();
  out.clear();
  std::size_t in_size = 0;
  for (std::size_t r = 0; r < out_parts.size(); ++r) {
    sent.push_back(to_count(out_parts[r].size()));
    sent_at.push_back(to_count(out.size()));
    out.insert(out.end(), out_parts[r].begin(), out_parts[r].end());
    received.push_back(to_count(in_parts[r].size()));
    received_at.push_back(to_count(in_size));
    in_size += in_parts[r].size();
  }
  in.resize(in_size);
  MPI_Alltoallv(out.data(), sent.data(), sent_at.data(), MPI_BYTE, in.data(), received.data(),
                received_at.data(), MPI_BYTE, MPI_COMM_WORLD);
  const std::byte* from = in.data();
  for (const Bytes& part : in_parts) {
    std::copy_n(from, part.size(), part.begin());
    from += part.size();
  }
}

void MpiCommunicator::do_broadcast(Bytes data, int from) {
  MPI_Bcast(data.data(), to_count(data.size()), MPI_BYTE, from, MPI_COMM_WORLD);
}

void MpiCommunicator::do_add(std::span<float> values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), to_count(values.size()), MPI_FLOAT, MPI_SUM,
                MPI_COMM_WORLD);
}
void MpiCommunicator::do_add(std::span<double> values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), to_count(values.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
}

}  // namespace renyi
