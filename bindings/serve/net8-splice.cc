// SPDX-License-Identifier: GPL-2.0-only
#include "net8-splice.h"

#include "ns3/net8-ip-version.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/socket_base.hpp>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <utility>

namespace ns3::net8
{

namespace asio = boost::asio;
using Error = boost::system::error_code;
using Nanos = std::chrono::nanoseconds;

namespace
{

/// Buffers of the kernel's sockets, which are no part of the simulated path: as small as loopback
/// allows without waiting for its own acknowledgments.
constexpr int KERNEL_BUFFER = 262144;
/// Simulated time after which bytes that were received are written, if more events are due.
constexpr auto STEP = std::chrono::microseconds(100);
/// Steps after which sockets are looked at although events are due. Until then nothing new comes
/// in, so that a network that is too fast for this machine slows down instead of falling behind.
constexpr int STEPS = 10000;

} // namespace

void
Net8Splice::Shared::Advance()
{
    bool over = false;
    for (int i = 0; i < STEPS && !over; ++i)
    {
        over = clock.Advance(STEP);
        for (const auto& each : std::exchange(due, {}))
        {
            each->GiveDue();
        }
    }
}

Net8Splice::Net8Splice(Shared& shared,
                       uint64_t number,
                       Kernel kernel,
                       const Ptr<Net8TcpMachineSocket>& simulated)
    : m_shared(shared),
      m_number(number),
      m_kernel(std::move(kernel)),
      m_simulated(simulated)
{
    m_simulated->SetUser(this);
}

Net8Splice::~Net8Splice()
{
    if (m_simulated)
    {
        m_simulated->SetUser(nullptr);
    }
}

bool
Net8Splice::ConnectSimulated(const Address& peer)
{
    const auto call = [self = weak_from_this()](void (Net8Splice::*what)()) {
        return Callback<void, Ptr<Socket>>([self, what](Ptr<Socket>) {
            if (const auto here = self.lock(); here && here->m_simulated)
            {
                (here.get()->*what)();
            }
        });
    };
    m_simulated->SetConnectCallback(call(&Net8Splice::Begin), call(&Net8Splice::Reset));
    return BindFor(m_simulated, peer) && m_simulated->Connect(peer) == 0;
}

void
Net8Splice::ConnectKernel(const asio::ip::tcp::endpoint& peer,
                          const std::function<void(const boost::system::error_code&)>& refused)
{
    m_kernel.async_connect(peer, [self = shared_from_this(), refused](const Error& error) {
        self->m_shared.Advance();
        if (!self->m_simulated)
        {
            return;
        }
        if (error)
        {
            refused(error);
            self->Reset();
            return;
        }
        self->Begin();
    });
}

void
Net8Splice::Stamp(int kernel)
{
    const int on = 1;
    ::setsockopt(kernel, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on));
}

void
Net8Splice::Begin()
{
    Error ignored;
    m_kernel.non_blocking(true, ignored);
    m_kernel.set_option(asio::ip::tcp::no_delay(true), ignored);
    m_kernel.set_option(asio::socket_base::out_of_band_inline(true), ignored);
    Stamp(m_kernel.native_handle());
    m_kernel.set_option(asio::socket_base::send_buffer_size(KERNEL_BUFFER), ignored);
    m_kernel.set_option(asio::socket_base::receive_buffer_size(KERNEL_BUFFER), ignored);
    m_open = true;
    AwaitFailure();
    GiveLeft(); // What came with the end of the stream while the kernel was connecting.
    TakeIn();
}

void
Net8Splice::TakeIn()
{
    while (m_open && m_simulated && !m_inEnded && !m_awaitsData && !IsHeld(m_in) &&
           m_simulated->GetTxAvailable() > 0)
    {
        const auto piece = ReadKernel(std::span(m_shared.buffer).first(GetShare(m_in)));
        if (piece.error == asio::error::would_block)
        {
            m_simulated->Poll(); // As programs do that wait with poll or epoll.
            AwaitData();
        }
        else if (const auto wait = piece.came - Net8LiveClock::GetNow(); wait > Nanos::zero())
        {
            m_awaitsData = true;
            // An event may outlast this, as those of the simulated socket.
            Simulator::Schedule(NanoSeconds(wait.count()), [self = weak_from_this(), piece] {
                if (const auto here = self.lock())
                {
                    here->m_awaitsData = false;
                    here->Take(piece);
                    here->TakeIn();
                }
            });
        }
        else
        {
            Take(piece);
        }
    }
}

void
Net8Splice::AwaitData()
{
    m_awaitsData = true;
    m_kernel.async_wait(Kernel::wait_read, [self = shared_from_this()](const Error&) {
        self->m_awaitsData = false;
        self->TakeIn(); // Nothing is to be advanced before: the bytes came before now.
    });
}

Net8Splice::Piece
Net8Splice::ReadKernel(std::span<uint8_t> room)
{
    iovec place{.iov_base = room.data(), .iov_len = room.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(timespec))> control{};
    msghdr message{};
    message.msg_iov = &place;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const auto size = ::recvmsg(m_kernel.native_handle(), &message, 0);
    Piece piece{.error = {}, .packet = nullptr, .came = m_shared.clock.GetReal()};
    if (size < 0)
    {
        piece.error.assign(errno, boost::system::system_category());
        return piece;
    }
    if (size == 0)
    {
        piece.error = asio::error::eof;
        return piece;
    }
    piece.packet = Create<Packet>(room.data(), static_cast<uint32_t>(size));
    const auto* stamp = CMSG_FIRSTHDR(&message);
    if (stamp && stamp->cmsg_level == SOL_SOCKET && stamp->cmsg_type == SCM_TIMESTAMPNS)
    {
        timespec came{};
        std::memcpy(&came, CMSG_DATA(stamp), sizeof(came));
        const auto age = std::chrono::system_clock::now().time_since_epoch() -
                         (std::chrono::seconds(came.tv_sec) + Nanos(came.tv_nsec));
        // Whoever sets the clock of the day makes no bytes come later than now.
        piece.came -= std::max<Nanos>(age, Nanos::zero());
    }
    return piece;
}

void
Net8Splice::Take(const Piece& piece)
{
    if (!m_simulated)
    {
        return; // It has ended since.
    }
    if (piece.error == asio::error::eof)
    {
        if (Linger(m_in))
        {
            return;
        }
        m_inEnded = true;
        m_outEnded ? m_simulated->Close() : m_simulated->ShutdownSend();
        EndIfOver();
    }
    else if (piece.error)
    {
        Reset();
    }
    else
    {
        EndTurn();
        m_shared.bytes += piece.packet->GetSize();
        m_simulated->Send(piece.packet, 0);
        Count(m_in, piece.packet->GetSize());
    }
}

void
Net8Splice::GiveOut()
{
    while (m_open && m_simulated && m_left.empty() && !IsHeld(m_out) &&
           m_simulated->GetRxAvailable() > 0)
    {
        const auto packet = m_simulated->Recv(PIECE, 0);
        const auto bytes = packet->CopyData(m_shared.buffer.data(), PIECE);
        if (!Write(std::span(m_shared.buffer).first(bytes)))
        {
            return;
        }
    }
    if (!m_open || !m_simulated || !m_left.empty() || IsHeld(m_out))
    {
        return;
    }
    if (m_reset)
    {
        ResetKernel();
    }
    else if (m_outEnded && !m_outShut && !Linger(m_out))
    {
        m_outShut = true;
        Error ignored;
        m_kernel.shutdown(Kernel::shutdown_send, ignored);
        EndIfOver();
    }
}

bool
Net8Splice::Write(std::span<const uint8_t> bytes)
{
    Error error;
    const auto share = bytes.first(std::min(bytes.size(), GetShare(m_out)));
    const auto taken = m_kernel.write_some(asio::buffer(share.data(), share.size()), error);
    if (error && error != asio::error::would_block)
    {
        Reset();
        return false;
    }
    const auto written = error ? 0 : taken;
    if (!Count(m_out, written))
    {
        return false;
    }
    const auto rest = bytes.subspan(written);
    if (rest.empty())
    {
        return !IsHeld(m_out);
    }
    // The bytes may be a part of those that were left.
    std::vector<uint8_t> left(rest.begin(), rest.end());
    m_left.swap(left);
    if (!IsHeld(m_out))
    {
        AwaitRoom();
    }
    return false;
}

void
Net8Splice::AwaitRoom()
{
    if (std::exchange(m_awaitsRoom, true))
    {
        return;
    }
    m_kernel.async_wait(Kernel::wait_write, [self = shared_from_this()](const Error&) {
        self->m_awaitsRoom = false;
        self->m_shared.Advance();
        self->GiveLeft();
    });
}

void
Net8Splice::GiveLeft()
{
    if (!m_simulated || IsHeld(m_out))
    {
        return;
    }
    const auto left = std::exchange(m_left, {});
    if (left.empty() || Write(left))
    {
        GiveOut();
    }
}

void
Net8Splice::Treat(const StreamTreatment& in, const StreamTreatment& out)
{
    const auto treat = [](Stream& stream, const StreamTreatment& treatment) {
        if (treatment.limit != stream.treatment.limit)
        {
            stream.passed = 0;
        }
        stream.treatment = treatment;
    };
    treat(m_in, in);
    treat(m_out, out);
}

std::size_t
Net8Splice::GetShare(const Stream& stream) const
{
    const auto& treatment = stream.treatment;
    std::size_t share = PIECE;
    if (treatment.slice > 0)
    {
        const auto least = treatment.slice - std::min(treatment.spread, treatment.slice - 1);
        share = m_shared.draws->GetInteger(least, treatment.slice + treatment.spread);
    }
    if (treatment.limit)
    {
        const auto left = *treatment.limit - std::min(stream.passed, *treatment.limit);
        share = std::min<uint64_t>(share, std::max<uint64_t>(left, 1));
    }
    return std::min(share, PIECE);
}

bool
Net8Splice::Count(Stream& stream, std::size_t bytes)
{
    stream.passed += bytes;
    stream.total += bytes;
    if (bytes > 0 && stream.treatment.slice > 0)
    {
        Pause(stream, stream.treatment.interval);
    }
    if (!stream.treatment.limit || stream.passed < *stream.treatment.limit)
    {
        return true;
    }
    m_simulated->Close();
    End();
    return false;
}

void
Net8Splice::Pause(Stream& stream, Nanos span)
{
    if (span <= Nanos::zero())
    {
        return;
    }
    if (!stream.timer)
    {
        stream.timer.emplace(m_kernel.get_executor());
    }
    stream.pauses = true;
    stream.timer->expires_after(span);
    stream.timer->async_wait([self = shared_from_this(), &stream](const Error&) {
        stream.pauses = false;
        if (self->m_simulated)
        {
            self->m_shared.Advance();
            &stream == &self->m_in ? self->TakeIn() : self->GiveLeft();
        }
    });
}

bool
Net8Splice::Linger(Stream& stream)
{
    if (!std::exchange(stream.lingered, true))
    {
        Pause(stream, stream.treatment.linger);
    }
    return stream.pauses;
}

void
Net8Splice::AwaitFailure()
{
    m_kernel.async_wait(Kernel::wait_error, [self = shared_from_this()](const Error& stopped) {
        if (stopped || !self->m_simulated)
        {
            return;
        }
        int failed = 0;
        socklen_t size = sizeof(failed);
        ::getsockopt(self->m_kernel.native_handle(), SOL_SOCKET, SO_ERROR, &failed, &size);
        if (failed != 0)
        {
            self->m_shared.Advance();
            self->Reset();
        }
    });
}

void
Net8Splice::HandleReadable()
{
    if (!m_due)
    {
        m_due = Net8LiveClock::GetNow();
        m_shared.due.push_back(shared_from_this());
    }
}

void
Net8Splice::GiveDue()
{
    const auto due = std::exchange(m_due, std::nullopt);
    if (!due)
    {
        return; // Its end has come since.
    }
    const bool waited = !m_left.empty() || IsHeld(m_out);
    GiveOut();
    m_turn.reset();
    // Where the kernel takes no more, its peer is late.
    if (!waited && m_left.empty() && !IsHeld(m_out) && m_open)
    {
        m_turn = m_shared.clock.GetLate(*due);
        m_shared.lateness.Add(*m_turn);
    }
}

void
Net8Splice::EndTurn()
{
    if (const auto late = std::exchange(m_turn, std::nullopt))
    {
        if (const auto client = m_client.lock())
        {
            client->m_before = *late;
        }
        else if (m_asked && !m_serves)
        {
            m_shared.calls.Add(*late + std::exchange(m_before, Nanos::zero()));
        }
    }
    m_asked = true;
}

void
Net8Splice::Freeze(bool frozen)
{
    const auto self = shared_from_this();
    m_frozen = frozen;
    if (!frozen && m_open)
    {
        GiveLeft();
        TakeIn();
    }
}

std::string
Net8Splice::GetProgram() const
{
    Error gone;
    const auto place = m_kernel.remote_endpoint(gone);
    std::ostringstream text;
    if (!gone)
    {
        text << place;
    }
    return text.str();
}

void
Net8Splice::HandleWritable()
{
    const auto self = shared_from_this();
    TakeIn();
}

void
Net8Splice::HandleEnd(const TcpEnd& end)
{
    const auto self = shared_from_this();
    if (!m_open && m_simulated->GetTcpError() != TcpError::NONE)
    {
        Reset();
        return;
    }
    GiveDue();
    if (!m_simulated)
    {
        return;
    }
    m_reset = end.reset;
    m_outEnded = true;
    while (m_simulated->GetRxAvailable() > 0)
    {
        const auto packet = m_simulated->Recv(PIECE, 0);
        const auto before = m_left.size();
        m_left.resize(before + packet->GetSize());
        packet->CopyData(m_left.data() + before, packet->GetSize());
    }
    if (m_left.empty())
    {
        GiveOut();
    }
    else if (m_open && !IsHeld(m_out))
    {
        AwaitRoom();
    }
}

void
Net8Splice::EndIfOver()
{
    if (m_inEnded && m_outShut)
    {
        End();
    }
}

void
Net8Splice::Reset()
{
    if (m_simulated)
    {
        m_simulated->Abort();
    }
    ResetKernel();
}

void
Net8Splice::ResetKernel()
{
    Error ignored;
    m_kernel.set_option(asio::socket_base::linger(true, 0), ignored);
    End();
}

void
Net8Splice::End()
{
    if (!m_simulated)
    {
        return;
    }
    const auto self = shared_from_this();
    EndTurn();
    m_simulated->SetUser(nullptr);
    m_simulated = nullptr;
    for (auto* stream : {&m_in, &m_out})
    {
        if (stream->timer)
        {
            stream->timer->cancel();
        }
    }
    Error ignored;
    m_kernel.close(ignored);
    m_shared.end(m_number);
}

} // namespace ns3::net8
