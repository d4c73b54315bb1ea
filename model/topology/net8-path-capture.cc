// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-capture.h"

#include "net8-path-addressing.h"

#include "ns3/boolean.h"
#include "ns3/csma-net-device.h"
#include "ns3/error-model.h"
#include "ns3/global-value.h"
#include "ns3/net8-segment-tap.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::net8
{

namespace
{

constexpr uint32_t CSMA_FCS = 4; ///< Length of the FCS of a frame on a segment, bytes.
/// LINKTYPE_ETHERNET of pcap files, which has another name in ns-3 after 3.48.
constexpr auto ETHERNET = static_cast<PcapHelper::DataLinkType>(1);

/**
 * A capture file of one or more hosts. Frames of the same nanosecond are written in the order of
 * hosts, as the order of independent events has no meaning.
 */
class CaptureFile
{
  public:
    /**
     * @param name name of the file
     */
    explicit CaptureFile(const std::string& name)
        : m_file(PcapHelper().CreateFile(name, std::ios::out, ETHERNET)),
          m_name(name)
    {
    }

    CaptureFile(const CaptureFile&) = delete;
    CaptureFile& operator=(const CaptureFile&) = delete;

    ~CaptureFile()
    {
        Flush();
    }

    /**
     * @param host number of a host
     * @param frame the frame it sees now
     * @param fcs bytes at its end that captures do not have
     */
    void Write(uint32_t host, const Ptr<const Packet>& frame, uint32_t fcs)
    {
        if (Simulator::Now() != m_now)
        {
            Flush();
            m_now = Simulator::Now();
        }
        auto copy = frame->Copy();
        copy->RemoveAtEnd(fcs);
        m_frames.emplace_back(host, copy);
    }

  private:
    /// Write the frames of the last nanosecond.
    void Flush()
    {
        std::ranges::stable_sort(m_frames, {}, &Frame::first);
        for (const auto& [host, frame] : m_frames)
        {
            // ns-3 aborts when it writes to a file that has failed.
            if (m_file->Fail())
            {
                break;
            }
            m_file->Write(m_now, frame);
            if (m_file->Fail())
            {
                // Without room: an empty file in its place cannot be mistaken for a complete
                // capture.
                std::remove(m_name.c_str());
                std::ofstream(m_name).flush();
            }
        }
        m_frames.clear();
    }

    using Frame = std::pair<uint32_t, Ptr<Packet>>; ///< Number of its host, and a frame.

    Ptr<PcapFileWrapper> m_file; ///< The file.
    std::string m_name;          ///< Its name.
    Time m_now;                  ///< Time of the frames below.
    std::vector<Frame> m_frames; ///< Frames of the last nanosecond.
};

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
    const auto file = std::make_shared<CaptureFile>(name);
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        auto device = Net8PathAddressing::GetHostDevice(hosts.Get(i));
        // ns-3's CSMA frames end in an FCS that captures do not have.
        const uint32_t fcs = DynamicCast<CsmaNetDevice>(device) ? CSMA_FCS : 0;
        const Callback<void, Ptr<const Packet>> sees(
            [file, i, fcs](auto frame) { file->Write(i, frame, fcs); });
        device->TraceConnectWithoutContext("Sniffer", sees);
        PointerValue model;
        device->GetAttribute("ReceiveErrorModel", model);
        if (const auto tap = DynamicCast<Net8SegmentTap>(model.Get<ErrorModel>()))
        {
            tap->TraceConnectWithoutContext("Sniffer", sees);
        }
    }
}

} // namespace ns3::net8
