// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dialogue-pair.h"

#include <stdexcept>

namespace ns3::net8
{

using std::chrono::nanoseconds;

uint64_t
GivenRows::GetRows() const
{
    return rows;
}

bool
GivenRows::IsOneRowACall() const
{
    return false;
}

uint64_t
GivenRows::GetRowsWithin(uint64_t most, uint64_t /* memory */) const
{
    return most;
}

uint64_t
GivenRows::GetRowBytes(uint64_t /* first */, uint64_t /* count */, BitVectors /* vectors */)
{
    const uint32_t bytes = replies.at(0);
    replies.pop_front();
    return bytes;
}

RowLayout
GivenRows::GetRowLayout(bool /* execute */,
                        uint64_t /* first */,
                        uint64_t /* count */,
                        BitVectors /* vectors */)
{
    return {};
}

BitVectors
GivenRows::GetNextVectors(uint64_t /* first */, uint64_t /* count */, BitVectors vectors) const
{
    return vectors;
}

uint32_t
GivenRows::GetReplyOverhead(bool /* execute */,
                            bool /* last */,
                            bool /* rows */,
                            BitVectors /* vectors */) const
{
    return 0;
}

uint32_t
GivenRows::GetSessionParameters() const
{
    return 0;
}

uint32_t
GivenRows::GetDescriptionInReply() const
{
    return 0;
}

uint32_t
GivenRows::GetChangeLength() const
{
    return changeBytes;
}

uint32_t
GivenRows::GetDescribeLength() const
{
    return describe;
}

const std::vector<uint32_t>&
GivenRows::GetLobs() const
{
    return m_lobs;
}

uint32_t
GivenRows::GetLobReply(uint32_t /* column */, uint32_t bytes, uint32_t /* lobs */) const
{
    return bytes;
}

bool
GivenRows::Fails(uint64_t /* execute */) const
{
    return fails;
}

const std::string&
GivenRows::GetErrorText() const
{
    return error;
}

uint32_t
GivenRows::GetErrorLength(const std::string& /* text */) const
{
    return errorBytes;
}

DialoguePair::DialoguePair(const std::string& driver,
                           const std::string& clientRelease,
                           const std::string& serverRelease)
{
    if (const auto error = DriverProfile::Read(driver, clientRelease, settings.driver);
        error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    if (const auto error = ReleaseProfile::Read(serverRelease, server.release); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    server.limits = {.version = server.release.version,
                     .sdu = server.release.sdu,
                     .tdu = server.release.tdu};
    server.resend = server.release.resend;
}

void
DialoguePair::Run(const ClientTarget& target)
{
    m_client.emplace(settings, script);
    m_database.emplace(server.release, server.limits.version, statements, PackRule::BYTE);
    m_dialogue.emplace(m_serverEnd, server, *m_database);
    m_client->Try(target, m_clientEnd, m_now);
    m_client->HandleConnected(m_now);
    for (bool talks = true; talks;)
    {
        const auto asked = Send(m_clientEnd, true);
        ReachServer(asked);
        Serve();
        const auto answered = Send(m_serverEnd, false);
        ReachClient(answered);
        Serve();
        talks = !asked.empty() || !answered.empty() || Wait();
    }
}

std::vector<uint8_t>
DialoguePair::Send(TnsConnection& tns, bool ofClient)
{
    std::vector<uint8_t> all;
    while (!tns.IsDrained())
    {
        const auto form = tns.GetAgreement().lengthForm;
        auto [bytes, endsMessage, urgent] = tns.Take(1 << 20); // all from one packet
        bytes.real.resize(bytes.GetSize());
        CapturedPacket packet{.ofClient = ofClient, .header = {}, .bytes = bytes.real};
        // The ACCEPT itself still has the short form.
        const bool before = bytes.real.at(4) == static_cast<uint8_t>(PacketType::ACCEPT);
        PacketHeader::Decode(packet.bytes, before ? LengthForm::SHORT_16 : form, packet.header);
        packets.push_back(packet);
        all.insert(all.end(), bytes.real.begin(), bytes.real.end());
        if (endsMessage && !ofClient)
        {
            m_dialogue->HandleTaken(m_now);
        }
    }
    return all;
}

void
DialoguePair::ReachClient(const std::vector<uint8_t>& bytes)
{
    SpanSource segment(bytes);
    while (const auto arrival = m_clientEnd.Receive(segment, m_now))
    {
        if (arrival->message)
        {
            m_client->HandleMessage(*arrival->message, {}, m_now);
        }
        else if (!arrival->ofMessage)
        {
            m_client->HandlePacket(arrival->packet, m_now);
        }
    }
}

void
DialoguePair::ReachServer(const std::vector<uint8_t>& bytes)
{
    SpanSource segment(bytes);
    while (const auto arrival = m_serverEnd.Receive(segment, m_now))
    {
        if (m_started)
        {
            m_dialogue->HandleArrival(*arrival, m_now);
            continue;
        }
        // The part of a listener that this test does not cover: it reads the CONNECT.
        ConnectPacket connect;
        if (ConnectPacket::Decode(arrival->packet.bytes, LengthForm::SHORT_16, connect) !=
            WireError::NONE)
        {
            throw std::runtime_error("the client did not begin with a CONNECT");
        }
        m_started = true;
        m_dialogue->Start(connect, m_now);
        m_dialogue->FinishHandover(m_now);
    }
}

void
DialoguePair::Serve()
{
    while (const auto event = m_dialogue->NextEvent())
    {
        if (event->kind == ServerDialogue::Event::Kind::WORK)
        {
            m_dialogue->FinishWork(m_now);
        }
    }
    while (const auto event = m_client->NextEvent())
    {
        events.push_back(*event);
    }
}

bool
DialoguePair::Wait()
{
    const auto next = std::min(m_client->GetDeadline(), m_dialogue->GetDeadline());
    if (next == NEVER)
    {
        return false;
    }
    m_now = next;
    m_client->HandleDeadline(m_now);
    m_dialogue->HandleDeadline(m_now);
    return true;
}

} // namespace ns3::net8
