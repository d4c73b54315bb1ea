// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_USER_H
#define NET8_TCP_USER_H

namespace ns3::net8
{

/**
 * @ingroup net8
 * Who reads and writes a connection: told what a program asks poll(2) for. A pointer to it takes
 * the place of a callback for each matter, which in ns-3 holds some hundred bytes.
 */
class TcpUser
{
  public:
    /// Bytes, or the end of the stream, can be read.
    virtual void HandleReadable() = 0;

    /// There is room for a write again.
    virtual void HandleWritable() = 0;

    /**
     * Nothing comes any more.
     *
     * @param reset whether the connection was reset or given up, not closed in good order
     */
    virtual void HandleEnd(bool reset) = 0;

  protected:
    ~TcpUser() = default;
};

} // namespace ns3::net8

#endif // NET8_TCP_USER_H
