// SPDX-License-Identifier: GPL-2.0-only
#ifndef TWO_OFFICES_H
#define TWO_OFFICES_H

#include "ns3/net8-outside-network.h"

/**
 * Build two sites, west and east, with a router each and a line between them. Settings: rate and
 * delay of the line.
 *
 * @param network where it goes
 */
void BuildTwoOffices(ns3::net8::OutsideNetwork& network);

#endif /* TWO_OFFICES_H */
