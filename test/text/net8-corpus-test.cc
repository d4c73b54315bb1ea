// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Texts that the fuzzers found worth keeping stay harmless: the same checks, over the corpus.
 */
#include "ns3/net8-connect-files.h"
#include "ns3/net8-connect-string.h"
#include "ns3/net8-easy-connect.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/**
 * @param target name of a fuzz target
 * @return contents of its corpus
 */
std::vector<std::string>
Corpus(const std::string& target)
{
    std::vector<std::string> contents;
    const auto folder = std::filesystem::path{NET8_TEST_DIR} / "fuzz" / "corpus" / target;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        contents.push_back(OraFile::ReadFromDisk(entry.path().string()).value_or(""));
    }
    return contents;
}

TEST(Corpus, DescriptorsThatParsePrintToTheSame)
{
    size_t parsed = 0;
    for (const auto& text : Corpus("descriptor"))
    {
        ConnectDescriptor descriptor;
        const TextError error = text.starts_with('(') ? ConnectDescriptor::Parse(text, descriptor)
                                                      : EasyConnect::Parse(text, descriptor);
        ConnectString parts;
        ConnectString clean;
        if (text.starts_with('(') && !ConnectString::Split(text, parts).IsError())
        {
            EXPECT_FALSE(ConnectString::Split(parts.kept, clean).IsError()) << text;
            EXPECT_TRUE(clean.secrets.empty()) << text;
        }
        if (!error.IsError())
        {
            ++parsed;
            ConnectDescriptor again;
            EXPECT_FALSE(ConnectDescriptor::Parse(descriptor.Print(), again).IsError())
                << descriptor.Print();
            EXPECT_EQ(again.Print(), descriptor.Print());
        }
    }
    EXPECT_GE(parsed, 6U); // the seeds written by hand
}

TEST(Corpus, ConnectFilesAreReadOrRefusedInWords)
{
    size_t read = 0;
    for (const auto& text : Corpus("ora-file"))
    {
        // No file but this one, so that every error is about it.
        const OraFile::Reader reader = [&text](const std::string& path) {
            return path == "a.ora" ? std::optional{text} : std::nullopt;
        };
        OraFile file;
        const TextError error = OraFile::Read("a.ora", reader, file);
        read += error.IsError() ? 0 : 1;
        EXPECT_TRUE(!error.IsError() || error.GetSentence().starts_with("a.ora"));
        for (const auto& parameter : file.parameters)
        {
            EXPECT_TRUE(!parameter.error.IsError() || parameter.error.file == "a.ora");
        }
    }
    EXPECT_GE(read, 2U); // the seeds of listener.ora and sqlnet.ora
}

TEST(Corpus, AnEntryBehindAConnectFileStandsAlone)
{
    size_t resolved = 0;
    for (const auto& text : Corpus("ora-file"))
    {
        const std::string longer = text + "\nlast =\n (ADDRESS=(HOST=h))\n";
        const OraFile::Reader reader = [&longer](const std::string& path) {
            return path == "a.ora" ? std::optional{longer} : std::nullopt;
        };
        ConnectFiles files;
        ConnectDescriptor descriptor;
        if (!files.ReadTnsnames("a.ora", reader).IsError())
        {
            ++resolved;
            EXPECT_FALSE(files.Resolve("last", descriptor).IsError()) << text;
        }
    }
    EXPECT_GE(resolved, 6U); // the seeds but the one in UTF-16
}

} // namespace
