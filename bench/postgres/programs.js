// SPDX-License-Identifier: GPL-2.0-only
// Programs with node-pg: the first argument names one; the environment of libpq says where the server is.
"use strict";

const { Client, Pool } = require("pg");
const Cursor = require("pg-cursor");

async function connected(use) {
  const client = new Client();
  await client.connect();
  await use(client);
  await client.end();
}

const programs = {
  // Twelve queries of a page, one after the other.
  page: () => connected(async (client) => {
    const { rows } = await client.query("SELECT id FROM orders WHERE customer = $1", [7]);
    for (const { id } of rows) await client.query("SELECT item_id FROM line WHERE order_id = $1", [id]);
    for (let id = 1; id < 12 - rows.length; ++id) await client.query("SELECT note FROM item WHERE id = $1", [id]);
  }),

  // Rows by a cursor, 500 at a time.
  cursor: () => connected(async (client) => {
    const cursor = client.query(new Cursor("SELECT id, name, note FROM item WHERE id <= 5000"));
    while ((await cursor.read(500)).length);
    await cursor.close();
  }),

  // A transaction that inserts ten rows and asks for each back.
  transaction: () => connected(async (client) => {
    await client.query("BEGIN");
    for (let id = 0; id < 10; ++id) await client.query("INSERT INTO sink VALUES ($1, $2, $3) RETURNING id", [id, "one", "z"]);
    await client.query("COMMIT");
  }),

  // A prepared statement, ten times.
  prepared: () => connected(async (client) => {
    for (let id = 1; id <= 10; ++id) await client.query({ name: "one", text: "SELECT note FROM item WHERE id = $1", values: [id] });
  }),

  // A reply of a megabyte.
  long: () => connected((client) => client.query("SELECT id, name, note FROM item WHERE id <= 8000")),

  // 24 queries at once, over a pool of four connections.
  pool: async () => {
    const pool = new Pool({ max: 4 });
    await Promise.all(Array.from({ length: 24 }, (_, id) => pool.query("SELECT note FROM item WHERE id = $1", [id + 1])));
    await pool.end();
  },
};

programs[process.argv[2]]();
