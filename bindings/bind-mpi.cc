// SPDX-License-Identifier: GPL-2.0-only
#include "bind.h"

#include "ns3/net8-mpi.h"

namespace py = pybind11;

namespace ns3::net8
{

void
BindMpi(py::module_& m)
{
    m.attr("mpi_built") = Net8Mpi::IsBuilt();
    m.def(
        "mpi_start",
        [] {
            Net8Mpi::Start();
            return std::pair(Net8Mpi::GetRank(), Net8Mpi::GetSize());
        },
        "Join the other processes of an mpirun; give the number of this one and how many there "
        "are.");
    m.def("mpi_end",
          &Net8Mpi::End,
          py::call_guard<py::gil_scoped_release>(),
          "Leave the other processes; waits until all do.");
    m.def("mpi_abort", &Net8Mpi::Abort, py::arg("code"), "End all processes at once.");
    m.def(
        "mpi_share",
        [](const std::string& data) {
            std::string all;
            {
                py::gil_scoped_release unlock;
                all = Net8Mpi::Broadcast(data, 0);
            }
            return py::bytes(all);
        },
        py::arg("data"),
        "Called by all ranks: give the bytes of the first one to all.");
}

} // namespace ns3::net8
