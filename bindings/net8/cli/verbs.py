# SPDX-License-Identifier: GPL-2.0-only
"""The command line: describe, run, report and compare plans; look into captures and connect files."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.base import terminal
from net8.base.credentials import clean_setting
from net8.base.errors import (
    ArchiveError,
    CaptureError,
    ContradictionError,
    Net8Error,
    NoResultsError,
    PlanError,
    ToolError,
)
from net8.base.extension import __version__, build, model_version, need_core
from net8.base.files import cause
from net8.base.progress_view import show_progress
from net8.base.sheet import Column, Sheet
from net8.campaign.report import find_results
from net8.cli.app import JobsOption, OutOption, app, wide_console
from net8.cli.connect_views import is_connect_string, show_alias, show_connect_string, show_file
from net8.cli.doctor import examine
from net8.cli.key_views import show_key, show_keys
from net8.cli.manual import print_manual
from net8.cli.new_plan import write_first_plan
from net8.cli.plans import (
    KeyArgument,
    NameOption,
    NetworkArgument,
    OverOption,
    PlanArgument,
    SetOption,
    load_plan,
    name_campaign,
    read_part,
    read_settings,
    read_until,
    same_command,
    scenario_folders,
    sweep_over,
)
from net8.cli.profile_files import write_profile
from net8.cli.target import ControlledOption, MostOption, Target, UntilOption
from net8.cli.time_views import show_ends, show_times
from net8.cli.topology_views import network_of, show_topology
from net8.cli.views import conclude, count_outcome, show_description, show_findings, show_missing, show_table
from net8.comparison.inputs import compare as lay_side_by_side
from net8.comparison.views import as_object as comparison_object
from net8.comparison.views import show_comparison
from net8.figure.sweep import check_figures
from net8.figure.topology import draw_topology
from net8.plan.netem import write_netem
from net8.plan.plan import Plan, load
from net8.results.run import Run
from net8.schema.json_schema import json_schema
from net8.schema.run import MAX_SEED
from net8.simulation.ranks import started
from net8.sweep.sweep import Sweep
from net8.task.ranks import refuse_idle_ranks
from net8.task.scheduler import Scheduler
from net8.task.slurm import recipe

__all__ = ["app", "main"]

PortOption = Annotated[
    list[int] | None,
    typer.Option("--port", help="TCP port of a listener; repeatable. 1521 and 1522 unless given."),
]
RunsOption = Annotated[int | None, typer.Option(help="Replications of each point.", min=1, max=1_000_000)]
PcapOption = Annotated[bool, typer.Option("--pcap", help="Write packet captures.")]


def _print_version(wanted: bool) -> None:
    """Print versions and end, if that is wanted."""
    if wanted:
        made = build()
        print(f"net8 {__version__}, model {model_version()}, ns-3 {made.ns3 or 'not compiled'}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show versions and exit."),
    ] = False,
) -> None:
    """Simulate Oracle Net (Net8, TNS) over Ethernet and WAN paths."""


@app.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of plan files, with which editors complete and check them."""
    sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")


app.command("man")(print_manual)


@app.command("keys")
def list_keys(
    word: Annotated[
        str, typer.Argument(metavar="WORD", help="Such as loss, or rtt.", show_default="all")
    ] = "",
) -> None:
    """List the keys of plans that match a word: name, default and meaning."""
    show_keys(wide_console(), word)


@app.command()
def explain(key: KeyArgument) -> None:
    """Explain a key of plans: meaning, how to write its value, range, default and the source of the default."""
    show_key(wide_console(), key)


@app.command("new")
def new_plan(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="Folder to make for it.")],
) -> None:
    """Write a commented first plan into a new folder."""
    path = write_first_plan(folder)
    command = os.environ.get("NET8_COMMAND", "net8")
    wide_console().print(
        f"{path}\nnext:\n  {command} run {folder}", highlight=False, markup=False, soft_wrap=True
    )


@app.command("list")
def list_scenarios() -> None:
    """List the scenarios and their questions."""
    table = Sheet(Column("scenario", "name"), Column("question"))
    for folder in scenario_folders():
        plan = load(folder)
        table.add(folder, plan["question"] or plan["title"])
    if not len(table):
        raise PlanError("there is no scenarios folder here; write net8 run and the path of a plan")
    wide_console().print(table)


@app.command()
def describe(
    plan: PlanArgument,
    settings: SetOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show the keys that are not set.")] = False,
) -> None:
    """Show the settings of a plan, its bandwidth-delay product, what limits it, and its estimated cost."""
    show_description(wide_console(), load_plan(plan, settings), everything=everything)


@app.command()
def topology(
    network: NetworkArgument,
    settings: SetOption = None,
    draw: Annotated[bool, typer.Option("--draw", help="Draw it, as SVG and PNG.")] = False,
    out: OutOption = Path("runs"),
) -> None:
    """Show the network of a plan with sites, at its first point: links, and the routes between clients and servers.

    A file of a network, GraphML, GML or a list of edges, is shown without a plan.
    """
    found, console = network_of(network, settings), wide_console()
    show_topology(console, found)
    for path in draw_topology(found, out / found.name) if draw else ():
        console.print(str(path), highlight=False, markup=False, soft_wrap=True)


@app.command()
def run(
    plan: PlanArgument,
    settings: SetOption = None,
    runs: RunsOption = None,
    jobs: JobsOption = None,
    pcap: PcapOption = False,
    scheduler: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Simulate on the workers of this Dask scheduler.", show_default=False
        ),
    ] = "",
    tls_ca: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Certificate of the authority of a tls:// scheduler.", show_default=False
        ),
    ] = "",
    tls_cert: Annotated[
        str,
        typer.Option(metavar="FILE", help="Certificate to show to a tls:// scheduler.", show_default=False),
    ] = "",
    tls_key: Annotated[
        str, typer.Option(metavar="FILE", help="Key of --tls-cert, if not in its file.", show_default=False)
    ] = "",
    part: Annotated[
        str | None,
        typer.Option(
            metavar="I/N", help="Simulate only part I of N of the runs; net8 merge joins the stores."
        ),
    ] = None,
    until: UntilOption = None,
    most: MostOption = 1000,
    controlled: ControlledOption = False,
    name: NameOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Simulate the missing runs of a plan, show its table and draw its figures."""
    share = read_part(part)
    if not scheduler and (tls_ca or tls_cert or tls_key):
        raise PlanError(
            "--tls-ca, --tls-cert and --tls-key need a --scheduler with an address that begins with tls://"
        )
    cluster = Scheduler(scheduler, tls_ca, tls_cert, tls_key) if scheduler else ""
    if scheduler and jobs:
        raise PlanError(
            "--jobs applies to processes of this machine, but --scheduler uses none; leave one of them out"
        )
    named = name_campaign(load_plan(plan, settings), name, settings or [])
    sweep = Sweep(named, runs=runs, out=out)
    if until is not None and (share or pcap):
        raise PlanError("--until needs all runs in one store, without captures; leave --part and --pcap out")
    if controlled and until is None:
        raise PlanError("--controlled needs --until; use both, such as --until response_time=5%")
    target = None if until is None else Target(*read_until(until), most, controlled)
    asked = same_command("run", plan, settings=settings, name=name, out=out)
    _simulate(sweep, asked, jobs=jobs, pcap=pcap or None, scheduler=cluster, part=share, target=target)


@app.command("sweep")
def sweep_plan(
    plan: PlanArgument,
    over: OverOption,
    settings: SetOption = None,
    runs: RunsOption = None,
    jobs: JobsOption = None,
    pcap: PcapOption = False,
    name: NameOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Simulate a plan over values of some keys instead of its own sweep: --over client.sdu=2048,8192."""
    changed = sweep_over(load_plan(plan, settings, over), over)
    sweep = Sweep(name_campaign(changed, name, [*(settings or []), *over]), runs=runs, out=out)
    asked = same_command("sweep", plan, over=over, settings=settings, name=name, out=out)
    _simulate(sweep, asked, jobs=jobs, pcap=pcap or None)


def _simulate(
    sweep: Sweep,
    asked: str,
    *,
    jobs: int | None,
    pcap: bool | None,
    scheduler: Scheduler | str = "",
    part: tuple[int, int] | None = None,
    target: Target | None = None,
) -> None:
    """Simulate what is missing of a sweep, or a part of it, and show it; asked is the command that does it again."""
    console = wide_console()
    if part is None:
        check_figures(sweep.plan)
    if refuse_idle_ranks(sweep.plan) > 0:
        sweep.run_missing(jobs=jobs, pcap=pcap, scheduler=scheduler, part=part or (1, 1))
        return
    for name in sweep.unmodelled:
        console.print(f"note: {name} is read but changes nothing in the model", markup=False)
    for sentence in sweep.remarks:
        console.print(f"note: {sentence}", markup=False)
    try:
        with show_progress(console) as progress:
            if target is None:
                outcome = sweep.run_missing(
                    jobs=jobs, pcap=pcap, progress=progress, scheduler=scheduler, part=part or (1, 1)
                )
            else:
                outcome = target.reach(sweep, jobs=jobs, progress=progress, scheduler=scheduler)
    except KeyboardInterrupt:
        left = sweep.results.missing
        terminal.console(stderr=True).print(
            f"stopped with {left} runs left; the same command continues from here"
        )
        raise typer.Exit(130) from None
    results = sweep.results
    if part is None:
        show_table(console, results)
        conclude(console, results, outcome, asked)
    else:
        count_outcome(console, outcome)
    if outcome.failed:
        raise typer.Exit(2 if outcome.refused == outcome.failed else 1)


@app.command()
def slurm(
    plan: PlanArgument,
    settings: SetOption = None,
    runs: RunsOption = None,
    tasks: Annotated[int, typer.Option(help="Tasks of the job array.", min=1, max=100_000)] = 10,
    jobs: Annotated[int, typer.Option(help="Parallel simulations in each task.", min=1)] = 1,
    pcap: PcapOption = False,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--sbatch", metavar="OPTION", help="An option of sbatch, such as --time=2:00:00; repeatable."
        ),
    ] = None,
    out: OutOption = Path("runs"),
) -> None:
    """Print a script that simulates a plan as a SLURM job array and merges the results."""
    sweep = Sweep(name_campaign(load_plan(plan, settings), None, settings or []), runs=runs, out=out)
    if sweep.plan["run.partition"]:
        raise PlanError(
            "run.partition needs mpirun, which the tasks of net8 slurm do not start; leave it out",
            where=sweep.plan.where("run.partition"),
        )
    command = [plan, *(word for setting in settings or [] for word in ("--set", setting))]
    command += ["--runs", str(runs)] if runs else []
    command += ["--pcap"] if pcap else []
    script = recipe(
        name=sweep.plan.name, title=str(sweep.plan["title"]), made_by=shlex.join(["net8", *sys.argv[1:]]),
        net8=[sys.executable, "-P", "-m", "net8"], run=command,
        tasks=min(tasks, len(sweep.points) * sweep.runs), jobs=jobs, out=out, folder=Path.cwd(),
        options=options or [],
    )  # fmt: skip
    print(script, end="")


@app.command()
def report(
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="Name of a scenario that was run, or its results folder.")
    ],
    times: Annotated[
        bool,
        typer.Option(
            "--times",
            help="Show means and percentiles of all times instead, by group, site and statement, and how sessions that "
            "failed ended.",
        ),
    ] = False,
    out: OutOption = Path("runs"),
) -> None:
    """Show the table of a campaign, or the summary and wait events of one run, without simulating."""
    console = wide_console()
    if (Path(run) / "run.json").is_file():
        found = Run.load(run)
        if times:
            show_times(console, found.times, ended=not found.ends.empty)
            show_ends(console, found.ends)
        else:
            console.print(f"{found.summary()}\n\n{found.trace()}", markup=False)
        return
    results = find_results(run, out)
    if times:
        ends = results.ends()
        show_times(console, results.times(), ended=not ends.empty)
        show_ends(console, ends)
    else:
        show_table(console, results)
    show_missing(console, results)


@app.command()
def validate(
    only: Annotated[
        str | None, typer.Option("--only", metavar="ROWS", help="These rows only, such as E14,E21,A3.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Skip rows that take long, and use fewer replications.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of all random streams.", min=1, max=MAX_SEED)] = 1,
    settings: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="FILE.py:FUNCTION", help="Also test a model of your own."),
    ] = None,
    plans: Annotated[
        list[str] | None,
        typer.Option(
            "--plan",
            metavar="PLAN",
            help="Test the model on this plan and its sweep instead of the rows; repeatable.",
        ),
    ] = None,
    report_folder: Annotated[
        Path | None, typer.Option("--report", metavar="DIR", help="Folder for a report with figures.")
    ] = None,
    jobs: JobsOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Compare the simulator with published numbers and closed forms: exit code 0 if every row is as expected."""
    need_core()
    from net8.validate.command import Request, serve

    request = Request(
        only=only, quick=quick, seed=seed, settings=dict(read_settings(settings)), model=model, as_json=as_json,
        report=report_folder, jobs=jobs, out=out,
        plans=tuple(name_campaign(load_plan(plan, settings), None, settings or []) for plan in plans or ()),
    )  # fmt: skip
    notes = terminal.console(stderr=True)
    try:
        good = serve(request, wide_console(180), notes)
    except KeyboardInterrupt:
        notes.print("stopped; the same command continues from here")
        raise typer.Exit(130) from None
    if not good:
        raise typer.Exit(1)


@app.command()
def dissect(
    capture: Annotated[Path, typer.Argument(metavar="FILE", help="A packet capture, pcap or pcapng.")],
    ports: PortOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    profile: Annotated[
        Path | None,
        typer.Option(
            "--profile",
            metavar="DRIVER.toml",
            help="Write a draft of a driver file, a release file and a plan.",
        ),
    ] = None,
    session: Annotated[
        int, typer.Option(help="Session that --profile reads, as net8 dissect shows it.", min=1)
    ] = 1,
) -> None:
    """Show the Oracle Net sessions of a capture: packets, negotiated values, calls, errors and timings."""
    need_core()
    if profile is not None:
        write_profile(wide_console(), capture, profile, session, ports)
        return
    from net8.dissect.as_json import as_object
    from net8.dissect.sessions import LISTENER_PORTS
    from net8.dissect.sessions import dissect as read_capture
    from net8.dissect.views import show_dissection

    found = read_capture(capture, ports=ports or LISTENER_PORTS)
    if as_json:
        print(json.dumps(as_object(found), indent=1))
        return
    show_dissection(wide_console(), found)


@app.command()
def compare(
    real: Annotated[Path, typer.Argument(metavar="REAL", help="A packet capture, pcap or pcapng.")],
    simulated: Annotated[
        str, typer.Argument(metavar="SIMULATED", help="A capture, a run's folder, or a plan to simulate.")
    ],
    settings: SetOption = None,
    real_stream: Annotated[
        int, typer.Option("--real-stream", help="Number of the session, as net8 dissect shows it.")
    ] = 1,
    simulated_stream: Annotated[int, typer.Option("--simulated-stream", help="The same.")] = 1,
    real_packets: Annotated[
        str | None,
        typer.Option("--real-packets", metavar="RANGES", help="Compare only these packets: 1-20,35-37."),
    ] = None,
    simulated_packets: Annotated[
        str | None, typer.Option("--simulated-packets", metavar="RANGES", help="The same.")
    ] = None,
    tolerance: Annotated[
        float, typer.Option(help="Tolerance of the bytes of a direction, in per cent.")
    ] = 2.0,
    ports: PortOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Show repeated packets one by one.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare a real session with a simulated one, packet by packet: exit code 0 if they agree, 1 if they differ."""
    found = lay_side_by_side(
        real, _simulated(simulated, settings), real_stream=real_stream, simulated_stream=simulated_stream,
        real_packets=real_packets, simulated_packets=simulated_packets, tolerance_percent=tolerance,
        ports=ports or (1521, 1522),
    )  # fmt: skip
    if as_json:
        print(json.dumps(comparison_object(found), indent=1))
    else:
        show_comparison(wide_console(), found, everything=everything)
    if not found.agrees:
        raise typer.Exit(1)


def _simulated(name: str, settings: list[str] | None) -> str | Plan:
    """Tell a plan from a capture or the folder of a run."""
    path = Path(name)
    is_run = path.is_dir() and ((path / "run.json").is_file() or not (path / "plan.toml").is_file())
    is_capture = path.is_file() and path.suffix != ".toml"
    if not (is_run or is_capture):
        return load_plan(name, settings)
    if settings:
        raise PlanError(f"--set {settings[0]} needs a plan, and {name} is not a plan")
    return name


@app.command()
def timeline(
    capture: Annotated[
        Path, typer.Argument(metavar="FILE", help="A packet capture, or the folder of a run with captures.")
    ],
    tick: Annotated[
        str | None,
        typer.Option(help="Length of a tick, such as 100ms.", show_default="about 100 ticks"),
    ] = None,
    session: Annotated[
        int | None,
        typer.Option(help="Number of a session, as net8 dissect shows it.", show_default="all sessions"),
    ] = None,
    ports: PortOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Folder for the files.", show_default="run or working folder"
        ),
    ] = None,
) -> None:
    """Draw packets, bytes, gaps and fill per tick, and TCP sequence numbers against time."""
    need_core()
    from net8.dissect.sessions import LISTENER_PORTS
    from net8.figure.timeline import draw_timelines

    notes, files = draw_timelines(capture, tick=tick, number=session, ports=ports or LISTENER_PORTS, out=out)
    for line in [*notes, "files:", *(f"  {file}" for file in files)]:
        print(line)


@app.command()
def connect(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A connect file: tnsnames, listener, sqlnet; or a connect string."
        ),
    ],
    alias: Annotated[
        str | None, typer.Argument(metavar="ALIAS", help="One of its names.", show_default="all")
    ] = None,
    sqlnet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A sqlnet.ora with the rules for names.", show_default="none"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what a connect file holds: aliases and what they resolve to, or settings and which act."""
    if alias is not None:
        show_alias(wide_console(), Path(file), alias, sqlnet=sqlnet, as_json=as_json)
    elif is_connect_string(file):
        show_connect_string(wide_console(), file, sqlnet=sqlnet, as_json=as_json)
    else:
        show_file(wide_console(), Path(file), sqlnet=sqlnet, as_json=as_json)


@app.command()
def netem(
    line: Annotated[
        str,
        typer.Argument(metavar="LINE", help='As for tc: "delay 100ms 20ms distribution normal loss 0.3%".'),
    ],
    back: Annotated[
        str | None,
        typer.Argument(
            metavar="BACK", help="The line of the other direction.", show_default="nothing happens there"
        ),
    ] = None,
    up: Annotated[bool, typer.Option("--up", help="LINE is from the first end to the second.")] = False,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the link.")] = "wan",
    between: Annotated[str, typer.Option(metavar="A,B", help="Its ends.")] = "client,server",
) -> None:
    """Write lines of tc's netem as the [[link]] of a plan, and say what differs there."""
    ends = tuple(end.strip() for end in between.split(","))
    if len(ends) != 2 or not all(ends):
        raise PlanError(f"--between {between} is not two names with a comma between; write client,server")
    print(write_netem(line, back, up=up, name=name, between=(ends[0], ends[1])), end="")


@app.command()
def doctor() -> None:
    """List the programs found on this machine, and how to install missing ones."""
    if not show_findings(wide_console(), examine()):
        raise typer.Exit(1)


def main() -> None:
    """Run the command line; what a user got wrong is one sentence and exit code 2."""
    terminal.prepare()
    code = _serve()
    try:
        sys.stdout.flush()
    except OSError as error:
        # Nothing is left to be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = code or _complain(f"standard output cannot be written: {cause(error, Path())}", 1)
    sys.exit(code)


def _serve() -> int:
    """Run the command line and return its exit code."""
    try:
        _refuse_surroundings()
        # From here on no sentence, name, script or result can hold what was typed of a password.
        sys.argv[1:] = map(clean_setting, sys.argv[1:])
        app(prog_name="net8")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except (PlanError, CaptureError, ArchiveError, ContradictionError, NoResultsError) as error:
        return _complain(str(error), 2)
    except Net8Error as error:
        return _complain(str(error), 1)
    except OSError as error:
        place = os.fsdecode(error.filename) if error.filename else "standard output or a file"
        return _complain(f"{place} cannot be used: {cause(error, Path(place))}", 1)
    except MemoryError:
        return _complain("there is not enough memory; use a smaller input", 1)
    except KeyboardInterrupt:
        return 130
    return 0


def _refuse_surroundings() -> None:
    """Refuse a working folder that is gone, and arguments that no message and no store could hold."""
    try:
        Path.cwd()
    except FileNotFoundError:
        raise ToolError("the working folder no longer exists; change to another folder") from None
    for word in sys.argv[1:]:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise PlanError(f"the argument {word!a} is not UTF-8; use only names in UTF-8") from None


def _complain(sentence: str, code: int) -> int:
    """Print one sentence and return the exit code."""
    if started()[0] == 0:
        print(f"net8: {terminal.plain(sentence)}", file=sys.stderr)
    return code
