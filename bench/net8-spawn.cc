// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Processor time of creating a process, by the size of its environment and the entries of its PATH,
 * on this kernel.
 *
 * Usage: net8-spawn ENVIRONMENT_BYTES PATH_ENTRIES SPAWNS
 *
 * The process forks and executes itself, found in the last entry of PATH, SPAWNS times, with an
 * environment of ENVIRONMENT_BYTES besides PATH. Printed: processor time of a spawn, user and
 * system, us, of the parent and of the child.
 */
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace
{

/// Largest variable of the environment, bytes: the kernel allows 128 KiB.
constexpr std::size_t VARIABLE = 1000;

/**
 * @param who RUSAGE_SELF or RUSAGE_CHILDREN
 * @return processor time, us
 */
double
Spent(int who)
{
    rusage usage{};
    getrusage(who, &usage);
    const auto us = [](const timeval& time) {
        return 1e6 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec);
    };
    return us(usage.ru_utime) + us(usage.ru_stime);
}

} // namespace

int
main(int argc, char* argv[])
{
    if (argc == 2 && std::strcmp(argv[1], "end") == 0)
    {
        return 0;
    }
    if (argc != 4)
    {
        std::cerr << "Usage: net8-spawn ENVIRONMENT_BYTES PATH_ENTRIES SPAWNS\n";
        return 2;
    }
    const auto environment = std::strtoul(argv[1], nullptr, 10);
    const auto entries = std::strtoul(argv[2], nullptr, 10);
    const auto spawns = std::strtoul(argv[3], nullptr, 10);
    std::string self(4096, '\0');
    const auto length = readlink("/proc/self/exe", self.data(), self.size());
    if (length <= 0 || spawns == 0)
    {
        return 2;
    }
    self.resize(static_cast<std::size_t>(length));
    const auto slash = self.rfind('/');
    std::string path;
    for (std::size_t i = 1; i < entries; ++i)
    {
        path += "/usr/lib/net8-nothing-" + std::to_string(i) + ":";
    }
    path += self.substr(0, slash);
    clearenv();
    setenv("PATH", path.c_str(), 1);
    for (std::size_t size = 0; size < environment; size += VARIABLE)
    {
        const auto name = "NET8_" + std::to_string(size);
        const auto bytes = std::min<std::size_t>(environment - size, VARIABLE);
        setenv(name.c_str(),
               std::string(bytes > name.size() + 2 ? bytes - name.size() - 2 : 0, 'x').c_str(),
               1);
    }
    const auto program = self.substr(slash + 1);
    for (std::size_t i = 0; i < spawns; ++i)
    {
        const auto child = fork();
        if (child == 0)
        {
            execlp(program.c_str(), program.c_str(), "end", nullptr);
            _exit(1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0)
        {
            std::cerr << "A process could not be started.\n";
            return 2;
        }
    }
    const auto count = static_cast<double>(spawns);
    std::cout << Spent(RUSAGE_SELF) / count << ' ' << Spent(RUSAGE_CHILDREN) / count << '\n';
    return 0;
}
