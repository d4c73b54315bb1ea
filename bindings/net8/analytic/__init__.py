# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms for the quantities that the simulator measures; doc/analytic.rst lists them in a table.

Models are functions of numbers or NumPy arrays, which they combine element by element. Each docstring states where
the model holds and where it is from; outside that range it warns with ``OutOfRangeWarning``. None of them calls the
simulator: they are each other's check.
"""

from typing import TYPE_CHECKING, Final

from net8.base.late import load_late

if TYPE_CHECKING:
    from net8.analytic.arrays import (
        OutOfRangeWarning,
    )
    from net8.analytic.calls import (
        Asking,
        Batch,
        call_batches,
        fetch_calls,
        fetch_calls_growing,
        reply_bytes,
    )
    from net8.analytic.compare import (
        Comparison,
        Verdict,
        compare,
        judge,
        load_model,
    )
    from net8.analytic.frames import (
        acks,
        frame_bytes,
        frame_rate,
        frames,
        goodput_share,
        ip_bytes,
        ppp_bytes,
        serialisation_s,
        tls_record_bytes,
        wire_bytes,
    )
    from net8.analytic.logon import (
        Logon,
        logon_round_trips,
    )
    from net8.analytic.loss_latency import (
        TransferLatency,
        connect_latency_s,
        transfer_latency,
    )
    from net8.analytic.named_pipe import (
        PipeReading,
        pipe_result,
        tcp_result,
    )
    from net8.analytic.packing import (
        DATA_HEADER_BYTES,
        more_data_waits,
        packet_sizes,
        row_packets,
        rows_per_packet,
        segment_sizes,
        tns_packets,
        write_sizes,
    )
    from net8.analytic.predict import (
        predict,
    )
    from net8.analytic.prediction import (
        Model,
        Prediction,
        Predictions,
        counted,
        timed,
    )
    from net8.analytic.queueing import (
        Queue,
        Waiting,
        dm1_sigma,
        dm1_wait_s,
        erlang_b,
        erlang_c,
        finite_sources,
        little_jobs,
        machine_repair_limit_per_s,
        machine_repair_saturation,
        mg1_wait_s,
        mm1k,
        mmc,
        mmck,
        processor_sharing_s,
        servers_for_wait,
        shared_server_load,
    )
    from net8.analytic.response import (
        array_knee_rows,
        call_time_s,
        fetch_time_s,
        logon_time_s,
    )
    from net8.analytic.slow_start import (
        sender_idle_s,
        slow_start_latency_s,
        slow_start_rounds,
        slow_start_stalls,
        static_window_latency_s,
    )
    from net8.analytic.storm import (
        backlog_admissions,
        batch_waits_s,
        limiter_drain_windows,
        limiter_mean_delay_s,
        limiter_releases_s,
        limiter_wait_s,
        slowed_response_factor,
        stale_registration_rate_per_s,
        starvation_rate_per_s,
        storm_cpu_load,
        storm_duration_s,
    )
    from net8.analytic.throughput import (
        MATHIS_CONSTANTS,
        mathis_bytes_s,
        mathis_window,
        pftk_approximate_packets_s,
        pftk_backoff,
        pftk_packets_s,
        pftk_timeout_share,
        pftk_window,
        response_window,
        rfc5348_bytes_s,
    )
    from net8.analytic.timers import (
        minshall_stalls,
        nagle_holds,
        nagle_stalls,
        retransmission_timeout_s,
        solaris_stalls,
        stalled_calls_per_s,
        syn_give_up_s,
        syn_retry_times_s,
    )
    from net8.analytic.window import (
        LIMITS,
        bandwidth_delay_bytes,
        dominating_limit,
        throughput_bit_s,
        window_cap_bit_s,
    )

__all__ = [
    "DATA_HEADER_BYTES",
    "LIMITS",
    "MATHIS_CONSTANTS",
    "Asking",
    "Batch",
    "Comparison",
    "Logon",
    "Model",
    "OutOfRangeWarning",
    "PipeReading",
    "Prediction",
    "Predictions",
    "Queue",
    "TransferLatency",
    "Verdict",
    "Waiting",
    "acks",
    "array_knee_rows",
    "backlog_admissions",
    "bandwidth_delay_bytes",
    "batch_waits_s",
    "call_batches",
    "call_time_s",
    "compare",
    "connect_latency_s",
    "counted",
    "dm1_sigma",
    "dm1_wait_s",
    "dominating_limit",
    "erlang_b",
    "erlang_c",
    "fetch_calls",
    "fetch_calls_growing",
    "fetch_time_s",
    "finite_sources",
    "frame_bytes",
    "frame_rate",
    "frames",
    "goodput_share",
    "ip_bytes",
    "judge",
    "limiter_drain_windows",
    "limiter_mean_delay_s",
    "limiter_releases_s",
    "limiter_wait_s",
    "little_jobs",
    "load_model",
    "logon_round_trips",
    "logon_time_s",
    "machine_repair_limit_per_s",
    "machine_repair_saturation",
    "mathis_bytes_s",
    "mathis_window",
    "mg1_wait_s",
    "minshall_stalls",
    "mm1k",
    "mmc",
    "mmck",
    "more_data_waits",
    "nagle_holds",
    "nagle_stalls",
    "packet_sizes",
    "pftk_approximate_packets_s",
    "pftk_backoff",
    "pftk_packets_s",
    "pftk_timeout_share",
    "pftk_window",
    "pipe_result",
    "ppp_bytes",
    "predict",
    "processor_sharing_s",
    "reply_bytes",
    "response_window",
    "retransmission_timeout_s",
    "rfc5348_bytes_s",
    "row_packets",
    "rows_per_packet",
    "segment_sizes",
    "sender_idle_s",
    "serialisation_s",
    "servers_for_wait",
    "shared_server_load",
    "slow_start_latency_s",
    "slow_start_rounds",
    "slow_start_stalls",
    "slowed_response_factor",
    "solaris_stalls",
    "stale_registration_rate_per_s",
    "stalled_calls_per_s",
    "starvation_rate_per_s",
    "static_window_latency_s",
    "storm_cpu_load",
    "storm_duration_s",
    "syn_give_up_s",
    "syn_retry_times_s",
    "tcp_result",
    "throughput_bit_s",
    "timed",
    "tls_record_bytes",
    "tns_packets",
    "transfer_latency",
    "window_cap_bit_s",
    "wire_bytes",
    "write_sizes",
]

_HOMES: Final = {
    "net8.analytic.arrays": "OutOfRangeWarning",
    "net8.analytic.calls": "Asking Batch call_batches fetch_calls fetch_calls_growing reply_bytes",
    "net8.analytic.compare": "Comparison Verdict compare judge load_model",
    "net8.analytic.frames": (
        "acks frame_bytes frame_rate frames goodput_share ip_bytes ppp_bytes serialisation_s "
        "tls_record_bytes wire_bytes"
    ),
    "net8.analytic.logon": "Logon logon_round_trips",
    "net8.analytic.loss_latency": "TransferLatency connect_latency_s transfer_latency",
    "net8.analytic.named_pipe": "PipeReading pipe_result tcp_result",
    "net8.analytic.packing": (
        "DATA_HEADER_BYTES more_data_waits packet_sizes row_packets rows_per_packet segment_sizes "
        "tns_packets write_sizes"
    ),
    "net8.analytic.predict": "predict",
    "net8.analytic.prediction": "Model Prediction Predictions counted timed",
    "net8.analytic.queueing": (
        "Queue Waiting dm1_sigma dm1_wait_s erlang_b erlang_c finite_sources little_jobs "
        "machine_repair_limit_per_s machine_repair_saturation mg1_wait_s mm1k mmc mmck "
        "processor_sharing_s servers_for_wait shared_server_load"
    ),
    "net8.analytic.response": "array_knee_rows call_time_s fetch_time_s logon_time_s",
    "net8.analytic.slow_start": (
        "sender_idle_s slow_start_latency_s slow_start_rounds slow_start_stalls static_window_latency_s"
    ),
    "net8.analytic.storm": (
        "backlog_admissions batch_waits_s limiter_drain_windows limiter_mean_delay_s limiter_releases_s "
        "limiter_wait_s slowed_response_factor stale_registration_rate_per_s starvation_rate_per_s "
        "storm_cpu_load storm_duration_s"
    ),
    "net8.analytic.throughput": (
        "MATHIS_CONSTANTS mathis_bytes_s mathis_window pftk_approximate_packets_s pftk_backoff "
        "pftk_packets_s pftk_timeout_share pftk_window response_window rfc5348_bytes_s"
    ),
    "net8.analytic.timers": (
        "minshall_stalls nagle_holds nagle_stalls retransmission_timeout_s solaris_stalls "
        "stalled_calls_per_s syn_give_up_s syn_retry_times_s"
    ),
    "net8.analytic.window": "LIMITS bandwidth_delay_bytes dominating_limit throughput_bit_s window_cap_bit_s",
}
"""Where the names above are."""

load_late(__name__, _HOMES)
