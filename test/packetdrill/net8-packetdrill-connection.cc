// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-connection.h"

#include <map>

namespace ns3::net8::packetdrill
{

std::optional<int64_t>
FieldOf(const TcpConnection& tcp, TcpTime now, const std::string& field)
{
    const TcpInfo info = tcp.GetInfo(now);
    const std::map<std::string, int64_t> fields = {
        {"SK_MEMINFO_RMEM_ALLOC", tcp.GetReceiveMemory()},
        {"SK_MEMINFO_RCVBUF", tcp.GetReceiveBuffer()},
        {"SK_MEMINFO_SNDBUF", tcp.GetSender().GetBuffer()},
        {"tcpi_ca_state", static_cast<int64_t>(info.caState)},
        {"tcpi_retransmits", info.retransmits},
        {"tcpi_probes", info.probes},
        {"tcpi_backoff", info.backoff},
        {"tcpi_rto", info.rtoUs},
        {"tcpi_ato", info.atoUs},
        {"tcpi_snd_mss", info.sndMss},
        {"tcpi_rcv_mss", info.rcvMss},
        {"tcpi_unacked", info.unacked},
        {"tcpi_sacked", info.sacked},
        {"tcpi_lost", info.lost},
        {"tcpi_retrans", info.retrans},
        {"tcpi_last_data_sent", info.lastDataSentMs},
        {"tcpi_last_data_recv", info.lastDataRecvMs},
        {"tcpi_last_ack_recv", info.lastAckRecvMs},
        {"tcpi_rcv_ssthresh", info.rcvSsthresh},
        {"tcpi_rtt", info.rttUs},
        {"tcpi_rttvar", info.rttVarUs},
        {"tcpi_min_rtt", info.minRttUs},
        {"tcpi_snd_ssthresh", info.sndSsthresh},
        {"tcpi_snd_cwnd", info.sndCwnd},
        {"tcpi_advmss", info.advMss},
        {"tcpi_reordering", info.reordering},
        {"tcpi_reord_seen", info.reordSeen},
        {"tcpi_rcv_rtt", info.rcvRttUs},
        {"tcpi_rcv_space", info.rcvSpace},
        {"tcpi_total_retrans", info.totalRetrans},
        {"tcpi_dsack_dups", info.dsackDups},
        {"tcpi_delivered", info.delivered},
        {"tcpi_snd_wnd", info.sndWnd},
        {"tcpi_rcv_wnd", info.rcvWnd},
        {"tcpi_notsent_bytes", info.notSentBytes},
        {"tcpi_bytes_acked", static_cast<int64_t>(info.bytesAcked)},
        {"tcpi_bytes_received", static_cast<int64_t>(info.bytesReceived)},
        {"tcpi_pacing_rate", static_cast<int64_t>(info.pacingRate)},
        {"tcpi_busy_time", static_cast<int64_t>(info.busyTimeUs)},
        {"tcpi_rwnd_limited", static_cast<int64_t>(info.rwndLimitedUs)},
        {"tcpi_sndbuf_limited", static_cast<int64_t>(info.sndbufLimitedUs)}};
    const auto found = fields.find(field);
    return found != fields.end() ? std::optional(found->second) : std::nullopt;
}

} // namespace ns3::net8::packetdrill
