// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-names.h"

#include "ns3/boolean.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/string.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ClientNames);

TypeId
Net8ClientNames::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ClientNames")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ClientNames>()
            .AddAttribute("UserName",
                          "Database user; empty: scott.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ClientNames::m_identity,
                                                         &ClientIdentity::userName),
                          MakeStringChecker())
            .AddAttribute("Program",
                          "Program, on Windows with its path; empty: the driver's name, with the "
                          "host behind it for OCI on Linux.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ClientNames::m_identity,
                                                         &ClientIdentity::program),
                          MakeStringChecker())
            .AddAttribute("Machine",
                          "Host name of the client, DOMAIN\\HOST on Windows; empty: client.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ClientNames::m_identity,
                                                         &ClientIdentity::machine),
                          MakeStringChecker())
            .AddAttribute("Terminal",
                          "Terminal of the client; empty: pts/0 for OCI, unknown for thin drivers.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ClientNames::m_identity,
                                                         &ClientIdentity::terminal),
                          MakeStringChecker())
            .AddAttribute("OsUser",
                          "User of the client's operating system; empty: user.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ClientNames::m_identity,
                                                         &ClientIdentity::osUser),
                          MakeStringChecker())
            .AddAttribute("ProcessId",
                          "Process of the client; empty: 12345, and 1234 for JDBC.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ClientNames::m_identity,
                                                         &ClientIdentity::processId),
                          MakeStringChecker())
            .AddAttribute("WrongPassword",
                          "Whether the server refuses the password (ORA-01017).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ClientNames::m_wrongPassword),
                          MakeBooleanChecker())
            .AddAttribute("NotInPasswordFile",
                          "Whether the user connects AS SYSDBA and is not in the server's password "
                          "file (ORA-01017, then ORA-01031).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ClientNames::m_notInPasswordFile),
                          MakeBooleanChecker());
    return tid;
}

Net8ClientNames::Net8ClientNames() = default;
Net8ClientNames::~Net8ClientNames() = default;

const ClientIdentity&
Net8ClientNames::Get() const
{
    return m_identity;
}

bool
Net8ClientNames::HasWrongPassword() const
{
    return m_wrongPassword;
}

bool
Net8ClientNames::IsNotInPasswordFile() const
{
    return m_notInPasswordFile;
}

} // namespace ns3::net8
