// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Packets for Python.
 */
#include "bind-bytes.h"
#include "bind.h"

#include "ns3/net8-packet.h"
#include "ns3/net8-value-reader.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param longForm whether lengths have 32 bits
 * @return the length form
 */
LengthForm
Form(bool longForm)
{
    return longForm ? LengthForm::LONG_32 : LengthForm::SHORT_16;
}

/**
 * @param data one complete packet
 * @param form length form of the connection
 * @return the packet; ValueError if it is not valid
 */
AnyPacket
Decode(const py::bytes& data, LengthForm form)
{
    AnyPacket packet;
    const WireError error = DecodePacket(View(data), form, packet);
    if (error != WireError::NONE)
    {
        throw py::value_error(std::string{Name(error)} + ": " + Sentence(error));
    }
    return packet;
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const ConnectPacket& packet)
{
    out["version"] = packet.version;
    out["lowest_version"] = packet.lowestVersion;
    out["service_options"] = packet.serviceOptions;
    out["sdu"] = packet.GetSdu();
    out["tdu"] = packet.GetTdu();
    out["sdu_short"] = packet.sdu16;
    out["tdu_short"] = packet.tdu16;
    out["nt_characteristics"] = packet.ntCharacteristics;
    out["connect_flags"] = py::make_tuple(packet.connectFlags0, packet.connectFlags1);
    out["connect_flags2"] = packet.connectFlags2;
    out["connect_data_length"] = packet.connectDataLength;
    out["connect_data"] = ToBytes(packet.connectData);
    out["data_follows"] = packet.DataFollows();
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const AcceptPacket& packet)
{
    out["version"] = packet.version;
    out["service_options"] = packet.serviceOptions;
    out["sdu"] = packet.GetSdu();
    out["tdu"] = packet.GetTdu();
    out["connect_flags"] = py::make_tuple(packet.connectFlags0, packet.connectFlags1);
    out["accept_flags2"] = packet.acceptFlags2;
    out["connection_id"] = ToBytes(packet.connectionId);
    out["accept_data"] = ToBytes(packet.acceptData);
    out["data_follows"] = packet.DataFollows();
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const RefusePacket& packet)
{
    out["user_reason"] = packet.userReason;
    out["system_reason"] = packet.systemReason;
    out["text_length"] = packet.textLength;
    out["text"] = ToBytes(packet.text);
    out["data_follows"] = packet.DataFollows();
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const RedirectPacket& packet)
{
    out["text_length"] = packet.textLength;
    out["address"] = ToBytes(RedirectPacket::AddressOf(packet.text));
    out["connect_data"] = ToBytes(RedirectPacket::ConnectDataOf(packet.text));
    out["data_follows"] = packet.DataFollows();
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const DataPacket& packet)
{
    out["data_flags"] = packet.flags;
    out["payload"] = ToBytes(packet.payload);
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
template <PacketType TYPE>
void
AddFields(py::dict& out, const BasicMarkerPacket<TYPE>& packet)
{
    out["marker_type"] = packet.markerType;
    out["data"] = packet.data;
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const ControlPacket& packet)
{
    out["command"] = packet.command;
    out["facility"] = packet.facility;
    out["error"] = packet.error;
    out["value"] = packet.value;
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
void
AddFields(py::dict& out, const AbortPacket& packet)
{
    out["user_reason"] = packet.userReason;
    out["system_reason"] = packet.systemReason;
    out["text"] = ToBytes(packet.text);
}

/**
 * @param out receives the fields of the packet
 * @param packet a packet
 */
template <PacketType TYPE>
void
AddFields(py::dict& out, const BodyPacket<TYPE>& packet)
{
    out["body"] = ToBytes(packet.body);
}

/**
 * @param data one complete packet
 * @param longForm whether lengths on the connection have 32 bits
 * @return its fields
 */
py::dict
DecodeToDict(const py::bytes& data, bool longForm)
{
    const AnyPacket packet = Decode(data, Form(longForm));
    py::dict out;
    std::visit(
        [&out](const auto& kind) {
            out["type"] = Name(static_cast<PacketType>(kind.header.type));
            out["length"] = kind.header.length;
            out["flags"] = kind.header.flags;
            AddFields(out, kind);
        },
        packet);
    return out;
}

} // namespace

void
BindWire(py::module_& module)
{
    module.def("decode_packet",
               &DecodeToDict,
               py::arg("data"),
               py::arg("long_form") = false,
               "Fields of one whole TNS packet; ValueError names what is wrong with the bytes.");
}

} // namespace ns3::net8
