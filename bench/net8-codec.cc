// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Measures the speed of the codec core. Reads TNS packets from a file (for each: 1 byte, which is 1
 * for 32-bit lengths; 4 bytes length, most significant first; its bytes), decodes all of them
 * repeatedly, then encodes them, and prints packets per second of processor time as one JSON
 * object; bench/codec.py compares them with other decoders.
 */
#include "ns3/net8-packet.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>

using namespace ns3::net8;

namespace
{

/// A packet of the file.
struct Entry
{
    LengthForm form;                ///< Form of the length on its connection.
    std::span<const uint8_t> bytes; ///< The packet.
};

/**
 * @param content the file
 * @return its packets, in order; none if the file is cut short
 */
std::vector<Entry>
Split(std::span<const uint8_t> content)
{
    constexpr size_t HEAD = 5;
    std::vector<Entry> entries;
    while (content.size() >= HEAD)
    {
        const uint32_t size = static_cast<uint32_t>(content[1]) << 24 | content[2] << 16 |
                              content[3] << 8 | content[4];
        if (content.size() - HEAD < size)
        {
            return {};
        }
        entries.push_back({.form = content[0] ? LengthForm::LONG_32 : LengthForm::SHORT_16,
                           .bytes = content.subspan(HEAD, size)});
        content = content.subspan(HEAD + size);
    }
    return entries;
}

/**
 * @param seconds shortest time to measure, s
 * @param count number of things processed by one pass
 * @param pass one pass of what is measured
 * @return things per second of processor time
 */
double
Rate(double seconds, size_t count, const std::function<void()>& pass)
{
    const std::clock_t start = std::clock();
    double spent = 0;
    size_t passes = 0;
    while (spent < seconds)
    {
        pass();
        ++passes;
        spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    }
    return static_cast<double>(count) * static_cast<double>(passes) / spent;
}

} // namespace

/**
 * @param argc number of arguments
 * @param argv name of the file, milliseconds of each measurement
 * @return 0, or 1 if the file contains anything but packets that the codec reads and writes
 */
int
main(int argc, char* argv[])
{
    const std::string path = argc > 1 ? argv[1] : "";
    const std::string milliseconds = argc > 2 ? argv[2] : "200";
    uint32_t duration = 0;
    std::from_chars(milliseconds.data(), milliseconds.data() + milliseconds.size(), duration);
    std::ifstream file{path, std::ios::binary};
    const std::vector<char> text{std::istreambuf_iterator<char>{file}, {}};
    const auto entries = Split({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    std::vector<AnyPacket> packets(entries.size());
    size_t faults = entries.empty() ? 1 : 0;
    const auto decode = [&] {
        for (size_t i = 0; i < entries.size(); ++i)
        {
            AnyPacket packet;
            faults += DecodePacket(entries[i].bytes, entries[i].form, packet) != WireError::NONE;
            packets[i] = std::move(packet);
        }
    };
    const auto encode = [&] {
        for (size_t i = 0; i < entries.size(); ++i)
        {
            const auto form = PacketHeader::EffectiveForm(entries[i].bytes, entries[i].form);
            faults += EncodePacket(packets[i], form).size() != entries[i].bytes.size();
        }
    };
    const double decoded = Rate(duration / 1e3, entries.size(), decode);
    const double encoded = Rate(duration / 1e3, entries.size(), encode);
    if (faults > 0)
    {
        std::cerr << "'" << path << "' is no file of TNS packets that the codec reads and writes\n";
        return 1;
    }
    std::cout << "{\"packets\": " << entries.size() << ", \"decode_packets_per_s\": " << decoded
              << ", \"encode_packets_per_s\": " << encoded << "}\n";
    return 0;
}
