// What a machine can do, measured: arithmetic, memory, and messages between processes.
#pragma once

#include "renyi/core/communicator.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Machine {
  double flops = 0.0;      // float multiply-adds of one core, two operations each, a second
  double memory = 0.0;     // bytes a second of one core's copies of 2 MB, read and written
  double latency = 0.0;    // seconds of a call that all processes make; 0 of one process
  double bandwidth = 0.0;  // bytes a second that a process sends; 0 of one process
};

// All processes call it, and each gets what it saw; takes about a second.
Machine measure_machine(Communicator* others);

Table machine_table(const Machine& machine, int processes);

}  // namespace renyi
