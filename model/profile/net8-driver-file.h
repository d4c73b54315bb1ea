// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRIVER_FILE_H
#define NET8_DRIVER_FILE_H

#include "net8-driver.h"
#include "net8-profile-fields.h"
#include "net8-profile-library.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * @return the keys of a driver's file
 */
const ProfileFields<DriverProfile>& GetDriverFields();

/**
 * @ingroup net8
 * @return the drivers
 */
const ProfileLibrary& GetDriverLibrary();

} // namespace ns3::net8

#endif /* NET8_DRIVER_FILE_H */
