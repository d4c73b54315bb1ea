// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for the connect files. The same text is read as each of the three files, IFILE
 * leading back to the text itself; then its first name is resolved.
 */
#include "allocation-check.h"
#include "net8-connect-files.h"

#include <cstdlib>

/**
 * @param data bytes made by the fuzzer
 * @param size how many
 * @return 0 always
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace ns3::net8;
    constexpr size_t FACTOR = 8192;
    AllocationCheck check{size, FACTOR};
    const std::string text{data, data + size};
    const OraFile::Reader reader = [&text,
                                    &check](const std::string& path) -> std::optional<std::string> {
        // Each IFILE makes a file of its own of the text.
        check.Allow(text.size(), FACTOR);
        return path.size() > 20 ? std::nullopt : std::optional{text};
    };
    ConnectFiles files;
    ConnectDescriptor descriptor;
    OraFile file;
    const TextError error = OraFile::Read("a.ora", reader, file);
    if (error.IsError() && error.GetSentence().empty())
    {
        std::abort();
    }
    const std::string name = file.parameters.empty() ? "LISTENER" : file.parameters[0].names[0];
    files.ReadSqlnet("a.ora", reader);
    files.ReadListener("a.ora", name, reader);
    files.ReadTnsnames("a.ora", reader);
    files.Resolve(name, descriptor);
    return 0;
}
