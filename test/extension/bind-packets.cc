// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Packets of a server, encoded for Python, and packets encoded again.
 */
#include "bind-bytes.h"
#include "bind-testing.h"

#include "ns3/net8-packet.h"

#include <algorithm>
#include <array>
#include <pybind11/stl.h>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @tparam PACKET a kind of packet
 * @param packet the packet
 * @param form length form of the connection
 * @return its bytes; ValueError if they do not fit the length form
 */
template <class PACKET>
py::bytes
Encode(const PACKET& packet, LengthForm form = LengthForm::SHORT_16)
{
    const std::vector<uint8_t> bytes = packet.Encode(form);
    if (bytes.empty())
    {
        throw py::value_error("A packet of " + std::to_string(packet.EncodedSize()) +
                              " bytes does not fit the length form of the connection.");
    }
    return ToBytes(bytes);
}

/**
 * @param version agreed version
 * @param serviceOptions agreed service options
 * @param sdu SDU, bytes
 * @param tdu TDU, bytes
 * @param connectFlags both bytes of connect flags
 * @param acceptFlags2 accept flags 2 (318 and later)
 * @param connectionId id of the connection (319), at most 16 bytes
 * @param fixedSize length of the fixed part, bytes; 0: that of the version
 * @return an ACCEPT of a little-endian server
 */
py::bytes
EncodeAccept(uint16_t version,
             uint16_t serviceOptions,
             uint32_t sdu,
             uint32_t tdu,
             std::pair<uint8_t, uint8_t> connectFlags,
             uint32_t acceptFlags2,
             const py::bytes& connectionId,
             uint16_t fixedSize)
{
    const std::array layouts{AcceptPacket::FIXED_OLD,
                             AcceptPacket::FIXED_BASE,
                             AcceptPacket::FIXED_SIZES,
                             AcceptPacket::FIXED_FLAGS2,
                             AcceptPacket::FIXED_ID};
    AcceptPacket packet{version};
    const auto id = static_cast<std::string_view>(connectionId);
    if (id.size() > packet.connectionId.size())
    {
        throw py::value_error("The id of a connection has at most 16 bytes.");
    }
    if (fixedSize != 0 && std::ranges::find(layouts, fixedSize) == layouts.end())
    {
        throw py::value_error("The fixed part of an ACCEPT has 24, 32, 41, 45 or 61 bytes.");
    }
    packet.fixedSize = fixedSize != 0 ? fixedSize : packet.fixedSize;
    packet.serviceOptions = serviceOptions;
    packet.byteOrderOne = 0x0100;
    packet.SetSdu(sdu);
    packet.SetTdu(tdu);
    std::tie(packet.connectFlags0, packet.connectFlags1) = connectFlags;
    packet.acceptFlags2 = acceptFlags2;
    std::ranges::copy(id, packet.connectionId.begin());
    return Encode(packet);
}

/**
 * @param userReason reason given by the application
 * @param systemReason reason given by the network layer
 * @param text text
 * @param textFollows whether the text is sent in the DATA packet after this one
 * @return a REFUSE
 */
py::bytes
EncodeRefuse(uint8_t userReason, uint8_t systemReason, const std::string& text, bool textFollows)
{
    RefusePacket packet;
    packet.userReason = userReason;
    packet.systemReason = systemReason;
    packet.SetText(text);
    if (textFollows)
    {
        packet.text.clear();
    }
    return Encode(packet);
}

/**
 * @param address address to redirect to, in descriptor notation
 * @param connectData connect data to send there; empty: the client's own
 * @param textFollows whether both are sent in the DATA packet after this one
 * @return a REDIRECT
 */
py::bytes
EncodeRedirect(const std::string& address, const std::string& connectData, bool textFollows)
{
    RedirectPacket packet;
    packet.SetTarget(address, connectData);
    if (textFollows)
    {
        packet.text.clear();
    }
    return Encode(packet);
}

/**
 * @param payload payload of the packet
 * @param dataFlags data flags
 * @param longForm whether lengths on the connection have 32 bits
 * @return a DATA packet
 */
py::bytes
EncodeData(const py::bytes& payload, uint16_t dataFlags, bool longForm)
{
    const auto view = static_cast<std::string_view>(payload);
    DataPacket packet;
    packet.flags = dataFlags;
    packet.payload.assign(view.begin(), view.end());
    return Encode(packet, longForm ? LengthForm::LONG_32 : LengthForm::SHORT_16);
}

/**
 * @param markerType marker type
 * @param data break, reset or interrupt
 * @param longForm whether lengths on the connection have 32 bits
 * @return a MARKER
 */
py::bytes
EncodeMarker(uint8_t markerType, uint8_t data, bool longForm)
{
    MarkerPacket packet;
    packet.markerType = markerType;
    packet.data = data;
    return Encode(packet, longForm ? LengthForm::LONG_32 : LengthForm::SHORT_16);
}

/**
 * @return a RESEND
 */
py::bytes
EncodeResend()
{
    return Encode(ResendPacket{});
}

/**
 * @param data one complete packet
 * @param longForm whether lengths on the connection have 32 bits
 * @return the bytes encoded from its fields; ValueError if it is not valid
 */
py::bytes
RoundTrip(const py::bytes& data, bool longForm)
{
    const LengthForm form = longForm ? LengthForm::LONG_32 : LengthForm::SHORT_16;
    AnyPacket packet;
    if (const WireError error = DecodePacket(View(data), form, packet); error != WireError::NONE)
    {
        throw py::value_error(Sentence(error));
    }
    return ToBytes(EncodePacket(packet, PacketHeader::EffectiveForm(View(data), form)));
}

} // namespace

void
BindPackets(py::module_& module)
{
    module.def("encode_accept",
               &EncodeAccept,
               py::kw_only(),
               py::arg("version"),
               py::arg("service_options"),
               py::arg("sdu"),
               py::arg("tdu"),
               py::arg("connect_flags"),
               py::arg("accept_flags2") = 0,
               py::arg("connection_id") = py::bytes(),
               py::arg("fixed_size") = 0,
               "An ACCEPT; `fixed_size` is for one that is shorter than its version has it.");
    module.def("encode_refuse",
               &EncodeRefuse,
               py::arg("user_reason"),
               py::arg("system_reason"),
               py::arg("text"),
               py::arg("text_follows") = false,
               "A REFUSE, its text inside or left to the DATA packet after it.");
    module.def("encode_redirect",
               &EncodeRedirect,
               py::arg("address"),
               py::arg("connect_data") = "",
               py::arg("text_follows") = false,
               "A REDIRECT, its text inside or left to the DATA packet after it.");
    module.def("encode_data",
               &EncodeData,
               py::arg("payload"),
               py::arg("data_flags") = 0,
               py::arg("long_form") = false,
               "A DATA packet.");
    module.def("encode_marker",
               &EncodeMarker,
               py::arg("marker_type"),
               py::arg("data"),
               py::arg("long_form") = false,
               "A MARKER.");
    module.def("encode_resend", &EncodeResend, "A RESEND.");
    module.def("roundtrip_packet",
               &RoundTrip,
               py::arg("data"),
               py::arg("long_form") = false,
               "Decode one whole TNS packet and encode its fields again.");
}

} // namespace ns3::net8
