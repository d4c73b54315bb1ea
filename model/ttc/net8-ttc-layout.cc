// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-layout.h"

namespace ns3::net8
{

TtcLayout
TtcLayout::Simulated(bool token)
{
    TtcLayout layout;
    layout.fieldVersion = token ? VERSION_23_4 : VERSION_12_1;
    return layout;
}

bool
TtcLayout::HasQueryCache() const
{
    return fieldVersion >= VERSION_11_2;
}

bool
TtcLayout::HasErrorNumber() const
{
    return fieldVersion >= VERSION_12_1;
}

bool
TtcLayout::HasRowCounts() const
{
    return fieldVersion >= VERSION_12_1;
}

bool
TtcLayout::HasColumnId() const
{
    return fieldVersion >= VERSION_12_2;
}

bool
TtcLayout::HasChunkIds() const
{
    return fieldVersion >= VERSION_12_2_CHUNKS;
}

bool
TtcLayout::HasStatementType() const
{
    return statementType && fieldVersion >= VERSION_20_1;
}

bool
TtcLayout::HasToken() const
{
    return fieldVersion >= VERSION_23_1_TOKEN;
}

bool
TtcLayout::HasDomain() const
{
    return columns23 && fieldVersion >= VERSION_23_1;
}

bool
TtcLayout::HasAnnotations() const
{
    return columns23 && fieldVersion >= VERSION_23_1_ANNOTATION;
}

bool
TtcLayout::HasVectors() const
{
    return columns23 && fieldVersion >= VERSION_23_4;
}

} // namespace ns3::net8
