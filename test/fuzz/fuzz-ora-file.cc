// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for the connect files. The same text is read as each of the three files, IFILE
 * leading back to the text itself; then its first name is resolved. An entry behind the text can be
 * resolved whatever the text is.
 */
#include "allocation-check.h"

#include "ns3/net8-connect-files.h"

#include <cstdlib>

namespace
{

using namespace ns3::net8;

constexpr size_t FACTOR = 8192; ///< bytes allocated for each byte read, at most

/**
 * @param text bytes made by the fuzzer
 * @param check counts what is allocated
 */
void
CheckLastEntry(const std::string& text, AllocationCheck& check)
{
    const std::string longer = text + "\nlast =\n (ADDRESS=(HOST=h))\n";
    check.Allow(longer.size(), FACTOR);
    const OraFile::Reader reader = [&longer](const std::string& path) {
        return path == "a.ora" ? std::optional{longer} : std::nullopt;
    };
    ConnectFiles files;
    ConnectDescriptor descriptor;
    if (!files.ReadTnsnames("a.ora", reader).IsError() &&
        files.Resolve("last", descriptor).IsError())
    {
        std::abort();
    }
}

} // namespace

/**
 * @param data bytes made by the fuzzer
 * @param size how many
 * @return 0 always
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
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
    const bool named = !file.parameters.empty() && !file.parameters[0].names.empty();
    const std::string name = named ? file.parameters[0].names[0] : "LISTENER";
    files.ReadSqlnet("a.ora", reader);
    files.ReadListener("a.ora", name, reader);
    files.ReadTnsnames("a.ora", reader);
    files.Resolve(name, descriptor);
    CheckLastEntry(text, check);
    return 0;
}
