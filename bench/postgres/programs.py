# SPDX-License-Identifier: GPL-2.0-only
"""Programs with psycopg and SQLAlchemy: the first argument names one; libpq's environment says where the server is."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import psycopg
from psycopg_pool import ConnectionPool
from sqlalchemy import ForeignKey, create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship


class Base(DeclarativeBase):
    """Tables."""


class Item(Base):
    """What can be bought."""

    __tablename__ = "item"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Line(Base):
    """A line of an order."""

    __tablename__ = "line"
    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"))
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id"))
    item: Mapped[Item] = relationship()


class Order(Base):
    """An order."""

    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    customer: Mapped[int]
    lines: Mapped[list[Line]] = relationship()


def orm_page() -> None:
    """Show the orders of a customer: SQLAlchemy loads lines and items of each when they are looked at."""
    with Session(create_engine("postgresql+psycopg://")) as session:
        for order in session.scalars(select(Order).where(Order.customer == 7)):
            assert all(line.item.name for line in order.lines)


def cursor() -> None:
    """Read rows by a cursor of the server, 200 at a time."""
    with psycopg.connect() as database, database.cursor("rows") as rows:
        rows.itersize = 200
        rows.execute("SELECT id, name, note FROM item WHERE id <= 3000")
        assert sum(1 for _row in rows) == 3000


def copy_out() -> None:
    """Read a table by COPY."""
    with (
        psycopg.connect() as database,
        database.cursor() as rows,
        rows.copy("COPY (SELECT * FROM item WHERE id <= 20000) TO STDOUT") as copy,
    ):
        assert sum(len(piece) for piece in copy) > 1_000_000


def copy_in() -> None:
    """Write rows by COPY, one at a time."""
    with psycopg.connect() as database, database.cursor() as rows, rows.copy("COPY sink FROM STDIN") as copy:
        for number in range(15_000):
            copy.write_row((number, f"item {number}", "x" * 80))


def pipeline() -> None:
    """Send 50 queries without waiting for answers, twice."""
    with psycopg.connect() as database:
        for _time in range(2):
            with database.pipeline():
                found = [
                    database.execute("SELECT note FROM item WHERE id = %s", (number,))
                    for number in range(1, 51)
                ]
            assert all(each.fetchone() for each in found)


def many() -> None:
    """Insert 200 rows with executemany, which psycopg sends as a pipeline."""
    with psycopg.connect() as database, database.cursor() as rows:
        rows.executemany(
            "INSERT INTO sink VALUES (%s, %s, %s)", [(each, "many", "y" * 60) for each in range(200)]
        )


def pool() -> None:
    """Ask 24 queries in three threads, over a pool of three connections."""
    with ConnectionPool(min_size=3, max_size=3) as connections, ThreadPoolExecutor(3) as threads:
        connections.wait()

        def ask(number: int) -> None:
            with connections.connection() as database:
                assert database.execute("SELECT note FROM item WHERE id = %s", (number,)).fetchone()

        list(threads.map(ask, range(1, 25)))


PROGRAMS = {each.__name__: each for each in (orm_page, cursor, copy_out, copy_in, pipeline, many, pool)}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]]()
