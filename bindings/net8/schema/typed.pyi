# SPDX-License-Identifier: GPL-2.0-only
"""Types of plan keys, made by net8.schema.stubs: names of keys by the type of their values, and tables of a plan."""

# fmt: off
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

BoolKey = Literal[
    "path.like_netem", "path.overtake", "path.queue_ecn", "path.transport_background", "demands.skip_unconnected",
    "client.keep_alive", "client.name_failure_proceeds", "client.read_ahead", "client.read_lobs", "client.fetch_lobs",
    "client.wrong_password", "client.not_in_password_file", "client.subscribes", "client.compression", "client.tls",
    "client.tls_client_authentication", "client.use_sni", "client.disable_oob_auto", "client.disable_oob",
    "client.tcp.polls", "tds.named_pipe", "listener.tls", "listener.tls_client_authentication", "listener.use_sni",
    "listener.valid_node_checking", "listener.reverse_lookup", "server.ha_readiness", "server.verifier11g",
    "server.native_services", "server.disable_oob_auto", "server.compression", "server.tcp.polls",
    "server.dispatcher.use_enhanced_poll", "server.broker.use_enhanced_poll", "query.elimination",
    "query.long_column", "variation.timer_phase", "run.pcap", "run.fast_forward"
]

OptionalBoolKey = Literal[
    "client.look_ahead", "client.lob_length_call", "client.tcp.sack", "client.tcp.timestamps",
    "client.tcp.window_scaling", "client.tcp.no_delay", "client.tcp.slow_start_after_idle", "client.tcp.ecn_fallback",
    "client.tcp.moderate_rcvbuf", "client.tcp.dsack", "client.tcp.retrans_collapse", "server.resend",
    "server.ns_probes", "server.tcp.sack", "server.tcp.timestamps", "server.tcp.window_scaling",
    "server.tcp.no_delay", "server.tcp.slow_start_after_idle", "server.tcp.ecn_fallback",
    "server.tcp.moderate_rcvbuf", "server.tcp.dsack", "server.tcp.retrans_collapse"
]

IntKey = Literal[
    "path.hops", "path.mtu", "path.reorder_gap", "path.slot_packets", "path.slot_bytes", "path.black_hole_mtu",
    "path.tunnel_mtu", "path.radio_attempts", "path.spx_packet", "path.spx_version", "path.spx_window",
    "path.decnet_buffer", "path.netbios_max_out", "path.netbios_max_in", "client.prefetch_memory",
    "client.grown_array_size", "client.queries", "client.count", "client.cycles", "client.retry_count",
    "client.failover_retries", "client.naming_entries", "client.name_servers", "client.silent_name_servers",
    "client.name_attempts", "client.search_domains", "client.lob_array_read", "client.commits",
    "client.result_cache_size", "client.pool_max", "client.pool_min", "client.pool_increment",
    "client.user_request_length", "client.user_reply_length", "client.compression_threshold", "client.cpu.cores",
    "listener.port", "listener.queue_size", "listener.connection_rate", "listener.max_all_connections",
    "listener.name_servers", "listener.silent_name_servers", "listener.name_attempts", "listener.scan",
    "server.sdu_reserve", "server.processes", "server.sessions", "server.dispatchers", "server.brokers",
    "server.compression_threshold", "server.environment_size", "server.path_entries", "server.path_shares",
    "server.process_memory", "server.session_memory", "server.notification_length", "server.shared.shared_servers",
    "server.shared.max_shared_servers", "server.dispatcher.connections", "server.pool.min_size",
    "server.pool.max_size", "server.pool.incr_size", "server.pool.max_use_session", "server.pool.queue_limit",
    "server.broker.connections", "server.broker.connection_memory", "server.prespawn.pool_size",
    "server.prespawn.prespawn_max", "server.redo.commit_size", "server.redo.background_size", "host.cpu.cores",
    "host.memory.limit", "ons.port", "query.rows", "query.repeated_columns", "query.statement_length",
    "query.lob_locator", "query.fail_every", "run.seed", "run.runs", "run.series_sessions"
]

OptionalIntKey = Literal[
    "client.sdu", "client.tdu", "client.array_size", "client.prefetch_rows", "client.statement_cache", "client.hosts",
    "client.lob_amount", "client.lob_limit", "client.tcp.segment_size", "client.tcp.initial_window",
    "client.tcp.send_buffer", "client.tcp.receive_buffer", "client.tcp.delayed_ack_count", "client.tcp.syn_retries",
    "client.tcp.keep_alive_count", "client.tcp.ecn", "client.tcp.wmem_min", "client.tcp.wmem_default",
    "client.tcp.wmem_max", "client.tcp.core_wmem_max", "client.tcp.rmem_min", "client.tcp.rmem_default",
    "client.tcp.rmem_max", "client.tcp.core_rmem_max", "client.tcp.notsent_lowat", "client.tcp.frto",
    "client.tcp.early_retrans", "client.tcp.recovery", "client.tcp.reordering", "client.tcp.max_reordering",
    "client.tcp.synack_retries", "client.tcp.syn_linear_timeouts", "client.tcp.retries1", "client.tcp.mtu_probing",
    "client.tcp.base_mss", "client.tcp.mtu_probe_floor", "client.tcp.probe_threshold", "client.tcp.retries2",
    "client.tcp.orphan_retries", "client.tcp.min_rtt_wlen", "client.tcp.pingpong_thresh",
    "client.tcp.comp_sack_rtt_percent", "client.tcp.comp_sack_nr", "client.tcp.pacing_ss_ratio",
    "client.tcp.pacing_ca_ratio", "client.tcp.min_tso_segs", "client.tcp.tso_rtt_log", "client.tcp.tso_win_divisor",
    "tds.packet_size", "tds.pipe_read_limit", "server.sdu", "server.tdu", "server.tcp.segment_size",
    "server.tcp.initial_window", "server.tcp.send_buffer", "server.tcp.receive_buffer",
    "server.tcp.delayed_ack_count", "server.tcp.syn_retries", "server.tcp.keep_alive_count", "server.tcp.ecn",
    "server.tcp.wmem_min", "server.tcp.wmem_default", "server.tcp.wmem_max", "server.tcp.core_wmem_max",
    "server.tcp.rmem_min", "server.tcp.rmem_default", "server.tcp.rmem_max", "server.tcp.core_rmem_max",
    "server.tcp.notsent_lowat", "server.tcp.frto", "server.tcp.early_retrans", "server.tcp.recovery",
    "server.tcp.reordering", "server.tcp.max_reordering", "server.tcp.synack_retries",
    "server.tcp.syn_linear_timeouts", "server.tcp.retries1", "server.tcp.mtu_probing", "server.tcp.base_mss",
    "server.tcp.mtu_probe_floor", "server.tcp.probe_threshold", "server.tcp.retries2", "server.tcp.orphan_retries",
    "server.tcp.min_rtt_wlen", "server.tcp.pingpong_thresh", "server.tcp.comp_sack_rtt_percent",
    "server.tcp.comp_sack_nr", "server.tcp.pacing_ss_ratio", "server.tcp.pacing_ca_ratio", "server.tcp.min_tso_segs",
    "server.tcp.tso_rtt_log", "server.tcp.tso_win_divisor", "query.defined_length", "query.request_length",
    "query.lob_prefetch", "query.error_overhead", "query.row_overhead", "query.fetch_overhead", "query.row_header",
    "query.execute_overhead", "query.end_overhead", "run.max_memory"
]

FloatKey = Literal[
    "path.loss_rate", "path.jitter_correlation", "path.burst_rate", "path.burst_length", "path.burst_loss",
    "path.loss_p13", "path.loss_p31", "path.loss_p32", "path.loss_p23", "path.loss_p14", "path.duplicate",
    "path.duplicate_correlation", "path.reorder", "path.reorder_correlation", "path.radio_frame_loss",
    "network.km_per_ms", "network.detour", "client.cpu.speed", "client.cpu.context_switch_growth", "server.goodness",
    "server.goodness_delta", "server.pool.authentication_share", "host.cpu.speed", "host.cpu.context_switch_growth"
]

OptionalFloatKey = Literal[
    "demands.load", "client.compression_ratio", "server.compression_ratio"
]

StrKey = Literal[
    "title", "question", "path.kind", "path.rate", "path.delay", "path.lan_rate", "path.lan_delay", "path.ip",
    "path.loss_direction", "path.jitter", "path.jitter_direction", "path.jitter_table", "path.slot_min",
    "path.slot_max", "path.netem_direction", "path.urgent_data", "path.idle_time", "path.idle_action",
    "path.last_hop", "path.radio_dwell_time", "path.queue_size", "path.queue_disc", "path.queue_threshold",
    "path.tcp_demux", "path.transport", "path.transport_messages", "path.spx_frame", "path.spx_lookup",
    "path.decnet_flow", "path.netbios_send", "network.rate_attribute", "network.delay_attribute", "client.protocol",
    "client.driver", "client.arrivals", "client.start", "client.start_spacing", "client.arrival_rate",
    "client.behaviour", "client.descriptor", "client.prefer_ip", "client.failover_type", "client.failover_method",
    "client.recv_timeout", "client.send_timeout", "client.expire_time", "client.naming", "client.second_query",
    "client.ldap_bind", "client.call_timeout", "client.call_timeout_rule", "client.server",
    "client.pool_connection_class", "client.pool_purity", "client.platform", "client.user_name", "client.program",
    "client.machine", "client.terminal", "client.os_user", "client.process_id", "client.connect_data",
    "client.result_cache_lag", "client.pool_getmode", "client.pool_wait_timeout", "client.pool_timeout",
    "client.pool_ping_interval", "client.pool_ping_timeout", "client.ons", "client.ons_timeout",
    "client.authentication_services", "client.encryption", "client.encryption_types", "client.crypto_checksum",
    "client.crypto_checksum_types", "client.cipher_rate", "client.compression_levels", "client.tls_version",
    "client.tls_min_version", "client.tls_cipher", "client.tls_certificates", "client.tls_key", "client.tcp.profile",
    "client.tcp.wake_up_time", "client.cpu.quantum", "client.cpu.context_switch_cost", "tds.driver", "tds.pipe_read",
    "tds.pipe_peek_interval", "listener.tls_version", "listener.tls_min_version", "listener.tls_cipher",
    "listener.tls_certificates", "listener.tls_key", "listener.overflow", "listener.rate_limit", "listener.ip",
    "listener.rate_scope", "listener.rate_release", "listener.hand_off", "listener.inbound_connect_timeout",
    "listener.scan_name", "server.release", "server.pack", "server.platform", "server.character_set",
    "server.version_text", "server.handlers", "server.registration", "server.registration_interval", "server.state",
    "server.encryption", "server.encryption_types", "server.crypto_checksum", "server.crypto_checksum_types",
    "server.cipher_rate", "server.compression_levels", "server.inbound_connect_timeout", "server.expire_time",
    "server.send_timeout", "server.recv_timeout", "server.environment_cpu_time", "server.path_entry_cpu_time",
    "server.remote_listener", "server.balance_goal", "server.tcp.profile", "server.tcp.wake_up_time",
    "server.shared.growth_interval", "server.pool.inactivity_timeout", "server.pool.max_think_time",
    "server.pool.max_lifetime_session", "server.prespawn.timeout", "host.cpu.quantum", "host.cpu.context_switch_cost",
    "ons.misscount", "ons.check_interval", "query.columns", "query.column_names", "query.error_text",
    "variation.when", "variation.start_spread", "variation.frame_time", "files.listener_name", "run.points",
    "run.stop_time", "run.network", "run.mpi"
]

OptionalStrKey = Literal[
    "path.client_ip", "path.server_ip", "path.jitter_file", "path.rate_up", "path.delay_up", "path.queue_size_up",
    "path.delivery_trace", "path.delivery_trace_up", "path.rtt_series", "network.file", "network.library",
    "network.rate", "network.delay", "network.rate_unit", "network.delay_unit", "demands.file", "demands.unit",
    "client.release", "client.tdu_rule", "client.fetch_habit", "client.site", "client.arrival_file",
    "client.transport_connect_timeout", "client.connect_timeout", "client.retry_delay", "client.failover_delay",
    "client.name_site", "client.name_timeout", "client.lob_rows", "client.service_name", "client.user_rate",
    "client.compression_rate", "client.tls_cipher_rate", "client.tcp.congestion_control",
    "client.tcp.delayed_ack_time", "client.tcp.min_rto", "client.tcp.initial_rto", "client.tcp.keep_alive_time",
    "client.tcp.keep_alive_interval", "client.tcp.probe_interval", "client.tcp.fin_timeout", "client.tcp.max_rto",
    "client.tcp.invalid_ratelimit", "client.tcp.comp_sack_delay", "client.tcp.comp_sack_slack", "tds.request",
    "listener.tls_cipher_rate", "listener.invited_nodes", "listener.excluded_nodes", "listener.default_service",
    "listener.name_timeout", "server.tdu_rule", "server.service_name", "server.instance_name", "server.site",
    "server.compression_rate", "server.tcp.congestion_control", "server.tcp.delayed_ack_time", "server.tcp.min_rto",
    "server.tcp.initial_rto", "server.tcp.keep_alive_time", "server.tcp.keep_alive_interval",
    "server.tcp.probe_interval", "server.tcp.fin_timeout", "server.tcp.max_rto", "server.tcp.invalid_ratelimit",
    "server.tcp.comp_sack_delay", "server.tcp.comp_sack_slack", "server.redo.write_rate",
    "server.redo.background_rate", "files.connect", "files.tnsnames", "files.sqlnet", "files.listener",
    "run.max_wall_time", "run.sample_interval"
]

class ClientTcpKeys(TypedDict, total=False):
    profile: Literal["linux", "solaris-2.5", "windows-nt4", "ns3"]
    segment_size: int | str
    initial_window: int
    send_buffer: int | str
    receive_buffer: int | str
    congestion_control: Literal[
        "TcpNewReno", "TcpLinuxReno", "TcpCubic", "TcpBbr", "TcpBic", "TcpDctcp", "TcpHighSpeed", "TcpHtcp",
        "TcpHybla", "TcpIllinois", "TcpLedbat", "TcpLp", "TcpScalable", "TcpVegas", "TcpVeno", "TcpWestwoodPlus",
        "TcpYeah"
    ]
    sack: bool
    timestamps: bool
    window_scaling: bool
    no_delay: bool
    delayed_ack_time: str
    delayed_ack_count: int
    min_rto: str
    initial_rto: str
    segment_time: str | Mapping[str, object]
    wake_up_time: str
    polls: bool
    syn_retries: int
    keep_alive_time: str
    keep_alive_interval: str
    keep_alive_count: int
    slow_start_after_idle: bool
    ecn: int
    ecn_fallback: bool
    wmem_min: int | str
    wmem_default: int | str
    wmem_max: int | str
    core_wmem_max: int | str
    rmem_min: int | str
    rmem_default: int | str
    rmem_max: int | str
    core_rmem_max: int | str
    moderate_rcvbuf: bool
    notsent_lowat: int | str
    dsack: bool
    frto: int
    early_retrans: int
    recovery: int
    reordering: int
    max_reordering: int
    retrans_collapse: bool
    synack_retries: int
    syn_linear_timeouts: int
    retries1: int
    mtu_probing: int
    base_mss: int | str
    mtu_probe_floor: int | str
    probe_threshold: int | str
    probe_interval: str
    retries2: int
    orphan_retries: int
    fin_timeout: str
    max_rto: str
    min_rtt_wlen: int
    pingpong_thresh: int
    invalid_ratelimit: str
    comp_sack_delay: str
    comp_sack_slack: str
    comp_sack_rtt_percent: int
    comp_sack_nr: int
    pacing_ss_ratio: int
    pacing_ca_ratio: int
    min_tso_segs: int
    tso_rtt_log: int
    tso_win_divisor: int

class ClientTcp(ClientTcpKeys, total=False):
    pass

class ClientCpu(TypedDict, total=False):
    cores: int
    speed: float
    quantum: str
    context_switch_cost: str
    context_switch_growth: float
    call_cpu_time: str | Mapping[str, object]
    row_cpu_time: str | Mapping[str, object]
    byte_cpu_time: str | Mapping[str, object]

class ServerTcp(ClientTcpKeys, total=False):
    pass

class ServerShared(TypedDict, total=False):
    shared_servers: int
    max_shared_servers: int
    growth_interval: str
    spawn_time: str | Mapping[str, object]

class ServerDispatcher(TypedDict, total=False):
    connections: int
    use_enhanced_poll: bool
    poll_time: str | Mapping[str, object]
    read_time: str | Mapping[str, object]
    write_time: str | Mapping[str, object]

class ServerPool(TypedDict, total=False):
    min_size: int
    max_size: int
    incr_size: int
    inactivity_timeout: str
    max_think_time: str
    max_use_session: int
    max_lifetime_session: str
    authentication_share: float
    queue_limit: int
    spawn_time: str | Mapping[str, object]

class ServerBroker(TypedDict, total=False):
    connections: int
    connection_memory: int | str
    use_enhanced_poll: bool
    poll_time: str | Mapping[str, object]
    accept_time: str | Mapping[str, object]
    lend_time: str | Mapping[str, object]
    session_time: str | Mapping[str, object]

class ServerPrespawn(TypedDict, total=False):
    pool_size: int
    prespawn_max: int
    timeout: str
    spawn_time: str | Mapping[str, object]

class ServerRedo(TypedDict, total=False):
    commit_size: int | str
    write_time: str | Mapping[str, object]
    write_rate: str
    background_rate: str
    background_size: int | str

class HostCpu(TypedDict, total=False):
    cores: int
    speed: float
    quantum: str
    context_switch_cost: str
    context_switch_growth: float

class HostMemory(TypedDict, total=False):
    limit: int | str

class Path(TypedDict, total=False):
    kind: Literal["lan", "segment", "wan"]
    rate: str
    delay: str
    hops: int
    lan_rate: str
    lan_delay: str
    mtu: int | str
    ip: Literal["v4", "v6", "dual"]
    client_ip: Literal["v4", "v6", "dual"]
    server_ip: Literal["v4", "v6", "dual"]
    loss_rate: float
    loss_direction: Literal["both", "to_client", "to_server"]
    loss_list: Sequence[int]
    jitter: str
    jitter_direction: Literal["both", "up", "down"]
    jitter_correlation: float
    like_netem: bool
    jitter_table: Literal["uniform", "normal", "pareto", "pareto_normal"]
    jitter_file: str
    overtake: bool
    burst_rate: float
    burst_length: float
    burst_loss: float
    loss_p13: float
    loss_p31: float
    loss_p32: float
    loss_p23: float
    loss_p14: float
    duplicate: float
    duplicate_correlation: float
    reorder: float
    reorder_correlation: float
    reorder_gap: int
    slot_min: str
    slot_max: str
    slot_packets: int
    slot_bytes: int | str
    netem_direction: Literal["both", "up", "down"]
    black_hole_mtu: int | str
    urgent_data: Literal["unused", "pass", "clear", "drop"]
    tunnel_mtu: int | str
    idle_time: str
    idle_action: Literal["drop", "reset", "pick_up", "new_port", "reset_both"]
    rate_up: str
    delay_up: str
    queue_size_up: str
    delivery_trace: str
    delivery_trace_up: str
    rtt_series: str
    host_names: Mapping[str, str | Sequence[str]]
    last_hop: Literal["ethernet", "radio"]
    radio_rates: str | Sequence[str]
    radio_dwell_time: str
    radio_frame_loss: float
    radio_attempts: int
    queue_size: str
    queue_disc: Literal["none", "pfifo", "red", "codel", "fq_codel", "threshold"]
    queue_ecn: bool
    queue_threshold: str
    tcp_demux: Literal["hashed", "stock"]
    transport: Literal["tcp", "spx", "decnet", "netbios"]
    transport_messages: Literal["packet", "stream"]
    spx_packet: int | str
    spx_version: int
    spx_window: int
    spx_frame: Literal["ethernet_ii", "802.3", "802.2", "snap"]
    spx_lookup: Literal["known", "sap"]
    transport_background: bool
    decnet_buffer: int | str
    decnet_flow: Literal["none", "segment", "message"]
    netbios_max_out: int
    netbios_max_in: int
    netbios_send: Literal["ack", "no_ack"]

class Network(TypedDict, total=False):
    file: str
    library: str
    settings: Mapping[str, object]
    sites: str | Sequence[str]
    rate: str
    delay: str
    rate_attribute: str
    rate_unit: Literal["bps", "kbps", "Mbps", "Gbps"]
    delay_attribute: str
    delay_unit: Literal["ns", "us", "ms", "s", "km"]
    km_per_ms: float
    detour: float

class Site(TypedDict, total=False):
    name: str
    kind: Literal["switched", "segment", "radio", "routed"]
    rate: str
    delay: str
    mtu: int | str
    queue_size: str
    radio_rates: str | Sequence[str]
    radio_dwell_time: str
    radio_frame_loss: float
    radio_attempts: int
    latitude: float
    longitude: float

class Router(TypedDict, total=False):
    name: str
    latitude: float
    longitude: float

class Link(TypedDict, total=False):
    name: str
    between: str | Sequence[str]
    rate: str
    rate_up: str
    delay: str
    delay_up: str
    mtu: int | str
    queue_size: str
    queue_size_up: str
    queue_disc: Literal["none", "pfifo", "red", "codel", "fq_codel", "threshold"]
    queue_ecn: bool
    queue_threshold: str
    loss_rate: float
    loss_direction: Literal["both", "up", "down"]
    loss_list: Sequence[int]
    delivery_trace: str
    delivery_trace_up: str
    rtt_series: str
    jitter: str
    jitter_direction: Literal["both", "up", "down"]
    jitter_correlation: float
    like_netem: bool
    jitter_table: Literal["uniform", "normal", "pareto", "pareto_normal"]
    jitter_file: str
    overtake: bool
    burst_rate: float
    burst_length: float
    burst_loss: float
    loss_p13: float
    loss_p31: float
    loss_p32: float
    loss_p23: float
    loss_p14: float
    duplicate: float
    duplicate_correlation: float
    reorder: float
    reorder_correlation: float
    reorder_gap: int
    slot_min: str
    slot_max: str
    slot_packets: int
    slot_bytes: int | str
    netem_direction: Literal["both", "up", "down"]
    black_hole_mtu: int | str
    urgent_data: Literal["unused", "pass", "clear", "drop"]
    tunnel_mtu: int | str
    idle_time: str
    idle_action: Literal["drop", "reset", "pick_up", "new_port", "reset_both"]

class Route(TypedDict, total=False):
    at: str
    target: str
    link: str

class LinkChange(TypedDict, total=False):
    link: str
    at: str
    rate: str
    rate_up: str
    delay: str
    delay_up: str

class CrossTraffic(TypedDict, total=False):
    kind: Literal["constant", "pareto", "bulk"]
    rate: str
    packet_size: int | str
    direction: Literal["to_client", "to_server"]
    client_site: str
    server_site: str
    start: str
    stop: str
    mean_on: str
    mean_off: str
    shape: float
    congestion_control: Literal[
        "TcpNewReno", "TcpLinuxReno", "TcpCubic", "TcpBbr", "TcpBic", "TcpDctcp", "TcpHighSpeed", "TcpHtcp",
        "TcpHybla", "TcpIllinois", "TcpLedbat", "TcpLp", "TcpScalable", "TcpVegas", "TcpVeno", "TcpWestwoodPlus",
        "TcpYeah"
    ]
    send_buffer: int | str
    receive_buffer: int | str
    flows: int

class Demands(TypedDict, total=False):
    file: str
    load: float
    unit: Literal["bps", "kbps", "Mbps", "Gbps"]
    skip_unconnected: bool

class Client(TypedDict, total=False):
    protocol: Literal["net8", "tds"]
    driver: str
    release: str | float
    sdu: int | str
    tdu: int | str
    tdu_rule: Literal["min", "ignore"]
    array_size: int
    prefetch_rows: int
    prefetch_memory: int | str
    statement_cache: int
    fetch_habit: Literal["array", "short_second", "growing", "rounded"]
    grown_array_size: int
    look_ahead: bool
    queries: int
    transactions: str | Mapping[str, float]
    think_time: str | Mapping[str, object]
    call_time: str | Mapping[str, object]
    row_time: str | Mapping[str, object]
    count: int
    hosts: int
    site: str
    arrivals: Literal["spaced", "batch", "poisson", "file"]
    start: str
    start_spacing: str
    arrival_rate: str
    arrival_file: str
    cycles: int
    pause: str | Mapping[str, object]
    behaviour: Literal["normal", "silent", "garbage", "drip"]
    descriptor: str
    prefer_ip: Literal["v6", "v4"]
    transport_connect_timeout: str
    connect_timeout: str
    retry_count: int
    retry_delay: str
    failover_type: Literal["none", "session", "select", "transaction"]
    failover_method: Literal["basic", "preconnect"]
    failover_retries: int
    failover_delay: str
    recv_timeout: str
    send_timeout: str
    keep_alive: bool
    expire_time: str
    naming: Literal["none", "tnsnames", "indexed", "dns", "directory"]
    naming_entries: int
    entry_time: str | Mapping[str, object]
    lookup_time: str | Mapping[str, object]
    name_site: str
    name_servers: int
    silent_name_servers: int
    name_timeout: str
    name_attempts: int
    search_domains: int
    second_query: Literal["answered", "second_lost", "unanswered"]
    name_failure_proceeds: bool
    ldap_bind: Literal["none", "anonymous", "simple"]
    packet_time: str | Mapping[str, object]
    byte_time: str | Mapping[str, object]
    read_ahead: bool
    call_timeout: str
    call_timeout_rule: Literal["driver", "break", "break_and_close", "close"]
    read_lobs: bool
    fetch_lobs: bool
    lob_rows: Literal["as_others", "fetched", "defined", "defined_apart", "one"]
    lob_length_call: bool
    lob_amount: int | str
    lob_limit: int | str
    lob_array_read: int
    wrong_password: bool
    not_in_password_file: bool
    service_name: str
    server: Literal["any", "dedicated", "shared", "pooled"]
    pool_connection_class: str
    pool_purity: Literal["any", "self", "new"]
    platform: Literal["linux", "windows", "linux-32"]
    user_name: str
    program: str
    machine: str
    terminal: str
    os_user: str
    process_id: str
    connect_data: str
    commits: int
    subscribes: bool
    result_cache_size: int | str
    result_cache_lag: str
    pool_max: int
    pool_min: int
    pool_increment: int
    pool_getmode: Literal["wait", "nowait", "timedwait"]
    pool_wait_timeout: str
    pool_timeout: str
    pool_ping_interval: str
    pool_ping_timeout: str
    ons: Literal["off", "reachable", "unreachable"]
    ons_timeout: str
    user_delay: str | Mapping[str, object]
    user_rate: str
    user_request_length: int | str
    user_reply_length: int | str
    request_cpu_time: str | Mapping[str, object]
    authentication_services: Literal["none", "nts"]
    encryption: Literal["accepted", "rejected", "requested", "required"]
    encryption_types: str
    crypto_checksum: Literal["accepted", "rejected", "requested", "required"]
    crypto_checksum_types: str
    cipher_rate: str
    compression: bool
    compression_levels: str
    compression_threshold: int | str
    compression_ratio: float
    compression_rate: str
    tls: bool
    tls_version: Literal["1.2", "1.3"]
    tls_min_version: Literal["1.2", "1.3"]
    tls_cipher: str
    tls_certificates: str
    tls_key: Literal["rsa_2048", "rsa_4096", "ecdsa_p256"]
    tls_client_authentication: bool
    use_sni: bool
    tls_handshake_time: str | Mapping[str, object]
    tls_cipher_rate: str
    disable_oob_auto: bool
    disable_oob: bool
    tcp: ClientTcp
    cpu: ClientCpu

class Tds(TypedDict, total=False):
    driver: str
    packet_size: int | str
    request: Literal["batch", "rpc"]
    named_pipe: bool
    pipe_read: Literal["peek", "read"]
    pipe_read_limit: int | str
    pipe_peek_interval: str

class Group(TypedDict, total=False):
    name: str
    driver: str
    release: str | float
    sdu: int | str
    tdu: int | str
    tdu_rule: Literal["min", "ignore"]
    array_size: int
    prefetch_rows: int
    prefetch_memory: int | str
    statement_cache: int
    fetch_habit: Literal["array", "short_second", "growing", "rounded"]
    grown_array_size: int
    look_ahead: bool
    queries: int
    transactions: str | Mapping[str, float]
    think_time: str | Mapping[str, object]
    call_time: str | Mapping[str, object]
    row_time: str | Mapping[str, object]
    count: int
    hosts: int
    site: str
    arrivals: Literal["spaced", "batch", "poisson", "file"]
    start: str
    start_spacing: str
    arrival_rate: str
    arrival_file: str
    cycles: int
    pause: str | Mapping[str, object]
    behaviour: Literal["normal", "silent", "garbage", "drip"]
    descriptor: str
    prefer_ip: Literal["v6", "v4"]
    transport_connect_timeout: str
    connect_timeout: str
    retry_count: int
    retry_delay: str
    failover_type: Literal["none", "session", "select", "transaction"]
    failover_method: Literal["basic", "preconnect"]
    failover_retries: int
    failover_delay: str
    recv_timeout: str
    send_timeout: str
    keep_alive: bool
    expire_time: str
    naming: Literal["none", "tnsnames", "indexed", "dns", "directory"]
    naming_entries: int
    entry_time: str | Mapping[str, object]
    lookup_time: str | Mapping[str, object]
    name_site: str
    name_servers: int
    silent_name_servers: int
    name_timeout: str
    name_attempts: int
    search_domains: int
    second_query: Literal["answered", "second_lost", "unanswered"]
    name_failure_proceeds: bool
    ldap_bind: Literal["none", "anonymous", "simple"]
    packet_time: str | Mapping[str, object]
    byte_time: str | Mapping[str, object]
    read_ahead: bool
    call_timeout: str
    call_timeout_rule: Literal["driver", "break", "break_and_close", "close"]
    read_lobs: bool
    fetch_lobs: bool
    lob_rows: Literal["as_others", "fetched", "defined", "defined_apart", "one"]
    lob_length_call: bool
    lob_amount: int | str
    lob_limit: int | str
    lob_array_read: int
    wrong_password: bool
    not_in_password_file: bool
    service_name: str
    server: Literal["any", "dedicated", "shared", "pooled"]
    pool_connection_class: str
    pool_purity: Literal["any", "self", "new"]
    platform: Literal["linux", "windows", "linux-32"]
    user_name: str
    program: str
    machine: str
    terminal: str
    os_user: str
    process_id: str
    connect_data: str
    commits: int
    subscribes: bool
    result_cache_size: int | str
    result_cache_lag: str
    pool_max: int
    pool_min: int
    pool_increment: int
    pool_getmode: Literal["wait", "nowait", "timedwait"]
    pool_wait_timeout: str
    pool_timeout: str
    pool_ping_interval: str
    pool_ping_timeout: str
    ons: Literal["off", "reachable", "unreachable"]
    ons_timeout: str
    user_delay: str | Mapping[str, object]
    user_rate: str
    user_request_length: int | str
    user_reply_length: int | str
    request_cpu_time: str | Mapping[str, object]
    authentication_services: Literal["none", "nts"]
    encryption: Literal["accepted", "rejected", "requested", "required"]
    encryption_types: str
    crypto_checksum: Literal["accepted", "rejected", "requested", "required"]
    crypto_checksum_types: str
    cipher_rate: str
    compression: bool
    compression_levels: str
    compression_threshold: int | str
    compression_ratio: float
    compression_rate: str
    tls: bool
    tls_version: Literal["1.2", "1.3"]
    tls_min_version: Literal["1.2", "1.3"]
    tls_cipher: str
    tls_certificates: str
    tls_key: Literal["rsa_2048", "rsa_4096", "ecdsa_p256"]
    tls_client_authentication: bool
    use_sni: bool
    tls_handshake_time: str | Mapping[str, object]
    tls_cipher_rate: str
    disable_oob_auto: bool
    disable_oob: bool

class Listener(TypedDict, total=False):
    tls: bool
    tls_version: Literal["1.2", "1.3"]
    tls_min_version: Literal["1.2", "1.3"]
    tls_cipher: str
    tls_certificates: str
    tls_key: Literal["rsa_2048", "rsa_4096", "ecdsa_p256"]
    tls_client_authentication: bool
    use_sni: bool
    tls_handshake_time: str | Mapping[str, object]
    tls_cipher_rate: str
    port: int
    queue_size: int
    overflow: Literal["drop", "reset"]
    rate_limit: str
    ip: Literal["any", "v4_only", "v6_only"]
    connection_rate: int
    rate_scope: Literal["total", "each"]
    rate_release: Literal["window", "spaced"]
    valid_node_checking: bool
    invited_nodes: str
    excluded_nodes: str
    default_service: str
    max_all_connections: int
    hand_off: Literal["direct", "redirect"]
    inbound_connect_timeout: str
    reverse_lookup: bool
    name_servers: int
    silent_name_servers: int
    name_timeout: str
    name_attempts: int
    scan: int
    scan_name: str
    accept_cpu_time: str | Mapping[str, object]
    parse_cpu_time: str | Mapping[str, object]
    fork_cpu_time: str | Mapping[str, object]

class EndPoint(TypedDict, total=False):
    tls: bool
    port: int
    queue_size: int
    overflow: Literal["drop", "reset"]
    rate_limit: str
    ip: Literal["any", "v4_only", "v6_only"]
    presentation: Literal["ttc", "http", "ftp"]
    page_size: int | str
    requests: int
    request_start: str
    request_interval: str

class Server(TypedDict, total=False):
    release: str | float
    sdu: int | str
    tdu: int | str
    tdu_rule: Literal["min", "ignore"]
    service_name: str
    pack: Literal["byte", "row"]
    sdu_reserve: int | str
    platform: Literal["linux", "windows"]
    character_set: str
    version_text: str
    ha_readiness: bool
    verifier11g: bool
    native_services: bool
    disable_oob_auto: bool
    resend: bool
    handover_time: str | Mapping[str, object]
    instance_name: str
    processes: int
    sessions: int
    handlers: str
    dispatchers: int
    brokers: int
    site: str
    registration: Literal["dynamic", "static"]
    registration_interval: str
    state: Literal["ready", "restricted", "blocked"]
    encryption: Literal["accepted", "rejected", "requested", "required"]
    encryption_types: str
    crypto_checksum: Literal["accepted", "rejected", "requested", "required"]
    crypto_checksum_types: str
    cipher_rate: str
    compression: bool
    compression_levels: str
    compression_threshold: int | str
    compression_ratio: float
    compression_rate: str
    inbound_connect_timeout: str
    expire_time: str
    ns_probes: bool
    send_timeout: str
    recv_timeout: str
    exec_cpu_time: str | Mapping[str, object]
    environment_size: int | str
    environment_cpu_time: str
    path_entries: int
    path_entry_cpu_time: str
    path_shares: int
    path_share_time: str | Mapping[str, object]
    logon_cpu_time: str | Mapping[str, object]
    call_cpu_time: str | Mapping[str, object]
    process_memory: int | str
    session_memory: int | str
    remote_listener: Literal["none", "all"]
    balance_goal: Literal["long", "short", "load"]
    goodness: float
    goodness_delta: float
    call_time: str | Mapping[str, object]
    row_time: str | Mapping[str, object]
    packet_time: str | Mapping[str, object]
    notification_interval: str | Mapping[str, object]
    notification_length: int | str
    tcp: ServerTcp
    shared: ServerShared
    dispatcher: ServerDispatcher
    pool: ServerPool
    broker: ServerBroker
    prespawn: ServerPrespawn
    redo: ServerRedo

class Instance(TypedDict, total=False):
    name: str
    host: str
    delay: str
    release: str | float
    sdu: int | str
    tdu: int | str
    tdu_rule: Literal["min", "ignore"]
    service_name: str
    pack: Literal["byte", "row"]
    sdu_reserve: int | str
    platform: Literal["linux", "windows"]
    character_set: str
    version_text: str
    ha_readiness: bool
    verifier11g: bool
    native_services: bool
    disable_oob_auto: bool
    resend: bool
    handover_time: str | Mapping[str, object]
    processes: int
    sessions: int
    handlers: str
    dispatchers: int
    brokers: int
    site: str
    registration: Literal["dynamic", "static"]
    registration_interval: str
    state: Literal["ready", "restricted", "blocked"]
    encryption: Literal["accepted", "rejected", "requested", "required"]
    encryption_types: str
    crypto_checksum: Literal["accepted", "rejected", "requested", "required"]
    crypto_checksum_types: str
    cipher_rate: str
    compression: bool
    compression_levels: str
    compression_threshold: int | str
    compression_ratio: float
    compression_rate: str
    inbound_connect_timeout: str
    expire_time: str
    ns_probes: bool
    send_timeout: str
    recv_timeout: str
    exec_cpu_time: str | Mapping[str, object]
    environment_size: int | str
    environment_cpu_time: str
    path_entries: int
    path_entry_cpu_time: str
    path_shares: int
    path_share_time: str | Mapping[str, object]
    logon_cpu_time: str | Mapping[str, object]
    call_cpu_time: str | Mapping[str, object]
    process_memory: int | str
    session_memory: int | str
    remote_listener: Literal["none", "all"]
    balance_goal: Literal["long", "short", "load"]
    goodness: float
    goodness_delta: float
    call_time: str | Mapping[str, object]
    row_time: str | Mapping[str, object]
    packet_time: str | Mapping[str, object]
    notification_interval: str | Mapping[str, object]
    notification_length: int | str

class Host(TypedDict, total=False):
    cpu: HostCpu
    memory: HostMemory

class Redo(TypedDict, total=False):
    instance: str
    site: str
    transport: Literal["sync", "async"]
    state: Literal["enable", "defer"]
    affirm: bool
    net_timeout: str
    reopen: str
    sdu: int | str
    send_buffer: int | str
    receive_buffer: int | str
    max_message: int | str
    standby_write_time: str | Mapping[str, object]
    standby_write_rate: str

class Cman(TypedDict, total=False):
    name: str
    site: str
    port: int
    rule_list: str
    max_connections: int
    min_gateway_processes: int
    max_gateway_processes: int
    inbound_connect_timeout: str
    outbound_connect_timeout: str
    idle_timeout: str
    session_timeout: str
    sdu: int | str
    relay_buffer: int | str
    multiplex: bool
    cores: int
    connect_cpu_time: str | Mapping[str, object]
    read_cpu_time: str | Mapping[str, object]

class Ons(TypedDict, total=False):
    port: int
    misscount: str
    check_interval: str

class Fault(TypedDict, total=False):
    kind: Literal[
        "host_down", "host_hang", "link_down", "listener_down", "listener_hang", "instance_down", "instance_hang"
    ]
    at: str
    until: str
    target: str

class LimitChange(TypedDict, total=False):
    at: str
    instance: str
    max_shared_servers: int
    pool_max_size: int

class Fork(TypedDict, total=False):
    name: str
    at: str
    fault: object
    link_change: object
    limit_change: object

class QueryKeys(TypedDict, total=False):
    rows: int
    row_length: int | str | Sequence[int] | Mapping[str, object]
    columns: str
    column_names: str
    defined_length: int | str
    repeated_columns: int
    repetition: float | Sequence[float]
    elimination: bool
    request_length: int | str
    statement_length: int | str
    long_column: bool
    lob_locator: int | str
    lob_prefetch: int | str
    fail_every: int
    error_text: str
    error_overhead: int | str
    row_overhead: int | str
    fetch_overhead: int | str
    row_header: int | str
    execute_overhead: int | str
    end_overhead: int | str

class Query(QueryKeys, total=False):
    pass

class Statement(QueryKeys, total=False):
    name: str
    kind: Literal[
        "query", "dml", "plsql", "ddl", "direct path", "commit", "rollback", "ping", "begin", "resume", "suspend",
        "call"
    ]
    function: int
    request_packet_size: int | str
    request_packet_time: str
    reply: Literal[
        "return parameters", "status", "end of call", "describe", "row header", "I/O vector", "LOB data"
    ]
    reply_length: int | str
    binds: str
    out_binds: str
    in_out_binds: str
    cursors: str | Sequence[str]
    implicit_results: str | Sequence[str]
    table: str
    bind_rows: int
    array_size: int
    prefetch_rows: int
    batch_errors: int
    result_cache: bool
    bind_values: int
    changes: str | Sequence[str]
    think_time: str | Mapping[str, object]
    call_time: str | Mapping[str, object]
    call_cpu_time: str | Mapping[str, object]
    row_cpu_time: str | Mapping[str, object]
    packet_time: str | Mapping[str, object]

class Transaction(TypedDict, total=False):
    name: str
    steps: str | Sequence[str]
    mix: str | Mapping[str, float]
    module: str
    action: str
    client_identifier: str
    client_info: str
    schema: str
    sessionless: Literal["no", "begin", "resume"]
    think_time: str | Mapping[str, object]
    on_error: Literal["end", "continue"]
    pipeline: bool

class Variation(TypedDict, total=False):
    when: Literal["competing", "always", "never"]
    timer_phase: bool
    start_spread: str
    frame_time: str

class Files(TypedDict, total=False):
    connect: str
    tnsnames: str
    sqlnet: str
    listener: str
    listener_name: str

class Run(TypedDict, total=False):
    seed: int
    runs: int
    points: Literal["all", "figures"]
    stop_time: str
    max_wall_time: str
    max_memory: int | str
    pcap: bool
    sample_interval: str
    series: str | Sequence[str]
    series_sessions: int
    network: Literal["nodes", "stages"]
    fast_forward: bool
    partition: str | Sequence[str]
    mpi: Literal["distributed", "null-message"]

class Figure(TypedDict, total=False):
    title: str
    kind: Literal["sweep", "series", "distribution"]
    quantities: str | Sequence[str]
    links: str | Sequence[str]
    sessions: Sequence[int]
    x: str
    y: str
    series: str | Sequence[str]
    panels: str
    log: str
    select: Mapping[str, object]
    relative_to: object
    formats: str | Sequence[str]
    width: str
    font_size: float
    x_label: str
    y_label: str
    reference: str
    name: str

class Table(TypedDict, total=False):
    columns: str | Sequence[str]

class Document(TypedDict, total=False):
    title: str
    question: str
    fitted: Mapping[str, object]
    path: Path
    network: Network
    site: Sequence[Site]
    router: Sequence[Router]
    link: Sequence[Link]
    route: Sequence[Route]
    link_change: Sequence[LinkChange]
    cross_traffic: Sequence[CrossTraffic]
    demands: Demands
    client: Client
    tds: Tds
    group: Sequence[Group]
    listener: Listener
    end_point: Sequence[EndPoint]
    server: Server
    instance: Sequence[Instance]
    host: Host
    redo: Sequence[Redo]
    cman: Sequence[Cman]
    ons: Ons
    fault: Sequence[Fault]
    limit_change: Sequence[LimitChange]
    fork: Sequence[Fork]
    query: Query
    statement: Sequence[Statement]
    transaction: Sequence[Transaction]
    variation: Variation
    files: Files
    run: Run
    sweep: Mapping[str, object]
    figure: Sequence[Figure]
    table: Table
