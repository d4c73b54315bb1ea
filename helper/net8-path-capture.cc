// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-capture.h"

#include "net8-path-addressing.h"

#include "ns3/boolean.h"
#include "ns3/csma-net-device.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"

#include <cstdio>
#include <fstream>

namespace ns3::net8
{

namespace
{

constexpr uint32_t CSMA_FCS = 4; ///< Bytes at the end of a frame on a segment.
/// LINKTYPE_ETHERNET of pcap files, which ns-3 after 3.48 calls by another name.
constexpr auto ETHERNET = static_cast<PcapHelper::DataLinkType>(1);

} // namespace

Net8PathCapture::~Net8PathCapture()
{
    End();
}

void
Net8PathCapture::Begin()
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    m_checksums = true;
}

void
Net8PathCapture::End()
{
    if (m_checksums)
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        m_checksums = false;
    }
}

void
Net8PathCapture::Write(const NodeContainer& hosts, const std::string& name)
{
    auto file = PcapHelper().CreateFile(name, std::ios::out, ETHERNET);
    const auto write = [file, name](Ptr<const Packet> frame, uint32_t fcs) {
        // ns-3 aborts when it writes to a file that has failed.
        if (file->Fail())
        {
            return;
        }
        auto copy = frame->Copy();
        copy->RemoveAtEnd(fcs);
        file->Write(Simulator::Now(), copy);
        if (file->Fail())
        {
            // Without room: an empty file in its place is never taken for a whole capture.
            std::remove(name.c_str());
            std::ofstream(name).flush();
        }
    };
    Callback<void, Ptr<const Packet>> whole([write](auto frame) { write(frame, 0); });
    // ns-3's CSMA frames end in an FCS that captures do not have.
    Callback<void, Ptr<const Packet>> ended([write](auto frame) { write(frame, CSMA_FCS); });
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        auto device = Net8PathAddressing::GetHostDevice(hosts.Get(i));
        const bool csma = DynamicCast<CsmaNetDevice>(device) != nullptr;
        device->TraceConnectWithoutContext("Sniffer", csma ? ended : whole);
    }
}

} // namespace ns3::net8
