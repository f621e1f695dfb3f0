// The processes that mpirun, or a cluster's scheduler, has started. Built where MPI is found.
#pragma once

#include <memory>
#include <mutex>

#include "renyi/core/communicator.hpp"

namespace renyi {

// One a program.
class MpiCommunicator final : public Communicator {
 public:
  // Null where this program was started alone: MPI is not touched then.
  static std::unique_ptr<MpiCommunicator> join();
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;
  ~MpiCommunicator() override;

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, const std::string& message) override;
  std::optional<std::string> receive(int from) override;

  // Whether all others have come to their end too, for which it waits that long; for ever where the
  // time is 0. Nothing else may follow but the destructor and abort().
  bool all_have_ended(double seconds) const;
  // Ends all processes, of which some may wait for this one.
  [[noreturn]] static void abort(int exit_code);

 protected:
  void do_all_gather(std::byte* data, std::span<const std::size_t> ends) override;
  void do_exchange(std::span<const ConstBytes> out, std::span<const Bytes> in) override;
  void do_broadcast(Bytes data, int from) override;
  void do_add(std::span<float> values) override;
  void do_add(std::span<double> values) override;

 private:
  MpiCommunicator();

  int rank_ = 0, size_ = 1;
  struct Counts;
  struct Outbox;
  std::unique_ptr<Counts> counts_;
  std::unique_ptr<Outbox> outbox_;
  std::mutex one_at_a_time_ = {};
};

}  // namespace renyi
