// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ipx-header.h"

namespace ns3::net8
{

namespace
{

/**
 * Encode an address.
 *
 * @param address the address
 * @param writer receives the address
 */
void
EncodeAddress(const IpxAddress& address, LanWriter& writer)
{
    writer.U32(address.network);
    writer.Bytes(address.node);
    writer.U16(address.socket);
}

/**
 * Decode an address.
 *
 * @param reader bytes starting with the address
 * @return the address
 */
IpxAddress
DecodeAddress(LanReader& reader)
{
    IpxAddress address;
    address.network = reader.U32();
    address.node = reader.Address();
    address.socket = reader.U16();
    return address;
}

} // namespace

void
IpxHeader::Encode(LanWriter& writer) const
{
    writer.U16(checksum);
    writer.U16(length);
    writer.U8(hops);
    writer.U8(type);
    EncodeAddress(destination, writer);
    EncodeAddress(source, writer);
}

LanError
IpxHeader::Decode(LanReader& reader, IpxHeader& out)
{
    out.checksum = reader.U16();
    out.length = reader.U16();
    out.hops = reader.U8();
    out.type = reader.U8();
    out.destination = DecodeAddress(reader);
    out.source = DecodeAddress(reader);
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    return out.length < SIZE ? LanError::BAD_LENGTH : LanError::NONE;
}

} // namespace ns3::net8
