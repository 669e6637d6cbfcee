// Work without the GIL that Ctrl-C and a callback can interrupt.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "oddtrick/solver.hpp"

namespace oddtrick::bindings {

inline Limit limit_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr double YEAR = 3.15e7;  // beyond this no limit, since the clock would overflow
    Limit limit;
    if (nodes) limit.nodes = *nodes;
    if (seconds && *seconds < YEAR) {
        const std::chrono::duration<double> rest(std::max(*seconds, 0.0));
        limit.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
    }
    return limit;
}

// Polls for signals while the calling thread works without the GIL.
class Signals {
  public:
    // Returns true once a signal handler has raised an exception. Polls only every 20 ms.
    bool pending() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return raised_;
        next_ = now + std::chrono::milliseconds(20);
        const nanobind::gil_scoped_acquire held;
        raised_ = PyErr_CheckSignals() != 0;
        return raised_;
    }
    bool raised() const { return raised_; }

  private:
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    bool raised_ = false;
};

// Returns whether this is the thread in which Python handles signals. Needs the GIL.
inline bool handles_signals() {
    const nanobind::object main = nanobind::module_::import_("threading").attr("main_thread")();
    return nanobind::cast<unsigned long>(main.attr("ident")) == PyThread_get_thread_ident();
}

// Runs `work`, which may not throw, on threads of its own while the calling thread, which holds the
// GIL when it calls, polls for signals. An exception from a signal handler or from `stop`, or a
// true result of `stop`, sets `cancelled`; the exception is rethrown after all threads have ended.
// If the system cannot start all threads, those that run do all the work. Work for one thread that
// nothing can interrupt is done in the calling thread: beside busy processes of a higher priority,
// a new thread would wait for a processor at its start, and the calling one at its end.
inline void run_interruptibly(int threads, std::atomic<bool> &cancelled,
                              const std::function<void()> &work,
                              const std::function<bool()> &stop = {}) {
    if (threads == 1 && !stop && !handles_signals()) {
        const nanobind::gil_scoped_release released;
        work();
        return;
    }
    std::mutex mutex;
    std::condition_variable finished;
    int running = 0;
    const auto run = [&] {
        work();
        const std::lock_guard lock(mutex);
        --running;
        finished.notify_one();
    };
    std::vector<std::thread> pool;
    pool.reserve(static_cast<std::size_t>(threads));
    const auto add = [&](int more) {
        const std::lock_guard lock(mutex);
        running += more;
    };
    const auto start = [&] {
        for (int thread = 0; thread < threads; ++thread) {
            add(1);
            try {
                pool.emplace_back(run);
            } catch (const std::system_error &) {
                add(-1);
                if (pool.empty()) throw;
                return;
            }
        }
    };
    std::exception_ptr interrupted;
    const auto look = [&] {
        const nanobind::gil_scoped_acquire held;
        try {
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
            if (stop && stop()) cancelled = true;
        } catch (...) {
            interrupted = std::current_exception();
            cancelled = true;
        }
    };
    {
        const nanobind::gil_scoped_release released;
        start();
        for (std::unique_lock lock(mutex); running > 0;) {
            finished.wait_for(lock, std::chrono::milliseconds(20), [&] { return running == 0; });
            if (running == 0 || interrupted) continue;
            lock.unlock();
            look();
            lock.lock();
        }
        for (std::thread &thread : pool) thread.join();
    }
    if (interrupted) std::rethrow_exception(interrupted);
}

}  // namespace oddtrick::bindings
