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
    // As for descriptors, and IFILE has the text read again inside itself.
    const AllocationCheck check{size, 8192};
    const std::string text{data, data + size};
    const OraFile::Reader reader = [&text](const std::string& path) -> std::optional<std::string> {
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
