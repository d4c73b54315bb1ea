# SPDX-License-Identifier: GPL-2.0-only
# Examples that are tests, in ns-3's form; read by ns-3's test.py and by test/run.py.

# (command line, do_run, do_valgrind_run)
cpp_examples = [
    ("net8-array-fetch", "True", "True"),
    ("net8-logon-storm", "True", "True"),
    ("net8-own-topology", "True", "True"),
]

# (command line, do_run): these need the net8 package, which an ns-3 source tree does not have, so test/run.py
# alone looks for them, in examples/.
python_examples = [
    ("array_size_sweep.py", "True"),
    ("models_on_trial.py", "True"),
]
