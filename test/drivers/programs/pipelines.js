// SPDX-License-Identifier: GPL-2.0-only
// What node-oracledb does with pipelines, DDL, direct path loads and sessionless transactions; pipelines.py says it of python-oracledb.
"use strict";

const ROW = [7, "x".repeat(20), "y".repeat(8)];

// Run a pipeline and give how many rows came, or which errors.
async function came(connection, pipeline, goesOn = false, results = []) {
  try {
    results.push(...(await connection.runPipeline(pipeline, goesOn)));
    return results.filter((each) => each && (each.error || each.rows)).map((each) => (each.error ? each.error.message : each.rows.length));
  } catch (error) {
    return [error.message];
  }
}

function short(oracledb, query, insert, rows) {
  const pipeline = new oracledb.Pipeline();
  pipeline.addFetchAll(query, [], {}, 30);
  for (let row = 0; row < rows; ++row) pipeline.addExecute(insert, ROW);
  pipeline.addCommit();
  return pipeline;
}

async function pipe(oracledb, connection, say, query, insert, rows = 2) {
  say("row", ...(await came(connection, short(oracledb, query, insert, rows))));
}

async function pipes(oracledb, connection, say, query, insert, block, creates) {
  for (let time = 0; time < 2; ++time) {
    connection.module = "orders";
    connection.action = "list";
    const pipeline = new oracledb.Pipeline();
    for (let each = 0; each < 2; ++each) pipeline.addExecuteMany(insert, Array(25).fill(ROW));
    for (let each = 0; each < 2; ++each) pipeline.addFetchAll(query, [], {}, 10);
    const out = [{ dir: oracledb.BIND_OUT, type: oracledb.NUMBER }, { dir: oracledb.BIND_OUT, type: oracledb.STRING, maxSize: 40 }];
    pipeline.addExecute(block, [...ROW.slice(0, 2), ...out]);
    pipeline.addExecute(creates);
    pipeline.addCommit();
    const results = [];
    say("row", ...(await came(connection, pipeline, false, results)));
    say("row", ...results[4].outBinds);
  }
}

// Four pipelines of a query, rows and a commit, of which some fail.
async function fail(oracledb, connection, say, query, rows, goesOn) {
  for (let time = 0; time < 4; ++time) {
    const pipeline = new oracledb.Pipeline();
    pipeline.addFetchAll(query, [], {}, 10);
    for (const [statement, values] of rows) pipeline.addExecute(statement, ROW.slice(0, values));
    pipeline.addCommit();
    say("row", ...(await came(connection, pipeline, goesOn)));
  }
}

async function aborts(oracledb, connection, say, query, insert, fails, late) {
  await fail(oracledb, connection, say, query, [[insert, 3], [fails, 1], [insert, 3], [late, 1]], false);
}

async function goesOn(oracledb, connection, say, query, insert, fails, never, late) {
  const rows = [[insert, 3], [fails, 1], [fails, 1], [never, 1], [insert, 3], [late, 1]];
  await fail(oracledb, connection, say, query, rows, true);
}

async function ddl(oracledb, connection, say, creates) {
  for (let time = 0; time < 2; ++time) await connection.execute(creates);
}

async function direct(oracledb, connection, say, schema, table, book) {
  const day = new Date(2026, 10, 27, 8, 30);
  for (const rows of [10, 10, 5]) {
    const given = Array.from({ length: rows }, (_, place) => [(place % 10) + 1, "x".repeat(20), day, null]);
    await connection.directPathLoad(schema, table, ["ID", "TXT", "DAY", "NOTE"], given);
  }
  await connection.directPathLoad(schema, book, ["NAME", "CHAPTER"], Array(2).fill(["name", "c".repeat(70000)]));
}

async function sessionless(oracledb, connection, say, insert, deferRoundTrip = false) {
  await connection.beginSessionlessTransaction({ deferRoundTrip });
  await connection.execute(insert, ROW);
  if (!deferRoundTrip) await connection.suspendSessionlessTransaction();
  await connection.commit();
}

module.exports = {
  direct,
  sessionless,
  deferred: (oracledb, connection, say, insert) => sessionless(oracledb, connection, say, insert, true),
  pipe,
  alone: (oracledb, connection, say, query, insert) => pipe(oracledb, connection, say, query, insert, 1),
  pipes,
  aborts,
  "goes on": goesOn,
  ddl,
};
