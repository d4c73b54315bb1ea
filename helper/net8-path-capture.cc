// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-capture.h"

#include "net8-path-addressing.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"

#include <cstdio>
#include <fstream>

namespace ns3::net8
{

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
Net8PathCapture::Write(const NodeContainer& hosts, const std::string& name, uint32_t fcs)
{
    auto file = PcapHelper().CreateFile(name, std::ios::out, PcapHelper::DLT_EN10MB);
    Callback<void, Ptr<const Packet>> sink([file, fcs, name](Ptr<const Packet> frame) {
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
    });
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        auto device = Net8PathAddressing::GetHostDevice(hosts.Get(i));
        device->TraceConnectWithoutContext("Sniffer", sink);
    }
}

} // namespace ns3::net8
