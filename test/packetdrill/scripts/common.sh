# SPDX-License-Identifier: GPL-2.0-only
# Settings of every script here: defaults of Linux 6.18, one segment for each line.
sysctl -q net.ipv4.tcp_rmem="4096 131072 33554432" net.ipv4.tcp_wmem="4096 16384 4194304"
sysctl -q net.ipv4.tcp_congestion_control=cubic net.ipv4.tcp_ecn=0 net.ipv4.tcp_fastopen=0
ip link set dev tun0 gso_max_segs 1
