// Work without the GIL that Ctrl-C can end.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace oddtrick::bindings {

// Looks for signals while the calling thread works without the GIL: Ctrl-C, say.
class Signals {
  public:
    // Whether one has come whose handler raised an exception. Looks once in a while only.
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

// Runs `work` on so many threads of its own while the calling thread, which holds the GIL when it
// calls, looks for signals. A signal's exception sets `cancelled`, waits for the threads, and is
// thrown on. `work` may not throw.
inline void wait_for_threads(int threads, std::atomic<bool> &cancelled,
                             const std::function<void()> &work) {
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
    const auto start = [&] {
        for (int thread = 0; thread < threads; ++thread) {
            {
                const std::lock_guard lock(mutex);
                ++running;
            }
            pool.emplace_back(run);
        }
    };
    bool interrupted = false;
    {
        const nanobind::gil_scoped_release released;
        start();
        for (std::unique_lock lock(mutex); running > 0;) {
            finished.wait_for(lock, std::chrono::milliseconds(20), [&] { return running == 0; });
            if (running == 0 || interrupted) continue;
            lock.unlock();
            {
                const nanobind::gil_scoped_acquire held;
                interrupted = PyErr_CheckSignals() != 0;
            }
            if (interrupted) cancelled = true;
            lock.lock();
        }
        for (std::thread &thread : pool) thread.join();
    }
    if (interrupted) throw nanobind::python_error();
}

}  // namespace oddtrick::bindings
