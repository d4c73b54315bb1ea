# SPDX-License-Identifier: GPL-2.0-only
"""Simulations in other processes: worker processes, a Dask cluster, MPI ranks, SLURM."""
