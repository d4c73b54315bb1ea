# SPDX-License-Identifier: GPL-2.0-only
"""A listener and server on the loopback interface that real drivers connect to.

Packets come from and go through net8's codec. The messages inside follow the layouts of field version 12.1 as section
10 and 11 of the fact sheet on TNS and python-oracledb's sources describe them.
"""
