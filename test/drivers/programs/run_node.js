// SPDX-License-Identifier: GPL-2.0-only
// node-oracledb goes through the cases of a list, in the version of the package named first; run_python.py says what the lines hold.
"use strict";

const fs = require("fs");
const oracledb = require(process.argv[2]);
const pipelines = require("./pipelines.js");

function say(...words) {
  console.log(words.map((word) => String(word).replace(/[\n\t]/g, " ")).join("\t"));
}

function two(number) {
  return String(number).padStart(2, "0");
}

// A Date has milliseconds; the rest of a TIMESTAMP is cut off by the driver.
function time(value) {
  const day = [value.getFullYear(), two(value.getMonth() + 1), two(value.getDate())].join("-");
  const clock = [value.getHours(), value.getMinutes(), value.getSeconds()].map(two).join(":");
  return `${day} ${clock}.${String(value.getMilliseconds()).padStart(3, "0")}000`;
}

function shown(value) {
  if (value === null) return "NULL";
  if (Buffer.isBuffer(value)) return value.toString("hex");
  return value instanceof Date ? time(value) : String(value);
}

function connectString(port, service, sdu) {
  return `127.0.0.1:${port}/${service}${sdu > 0 ? `?sdu=${sdu}` : ""}`;
}

async function query(connection, name, prefetch, array, statement) {
  const options = { resultSet: true };
  if (prefetch > 0) options.prefetchRows = prefetch;
  if (array > 0) options.fetchArraySize = array;
  const result = await connection.execute(statement, [], options);
  let row;
  while ((row = await result.resultSet.getRow())) say(name, "row", ...row.map(shown));
  await result.resultSet.close();
}

async function run(line) {
  const [name, port, service, sdu, rows, prefetch, array, statement] = line.split("\t");
  let connection;
  try {
    connection = await oracledb.getConnection({
      user: "scott",
      password: "tiger",
      connectString: connectString(port, service, Number(sdu)),
      program: "app",
      machine: "client",
      osUser: "user",
      terminal: "term",
    });
    const [kind, ...statements] = statement.split(" | ");
    if (kind in pipelines) await pipelines[kind](oracledb, connection, (...words) => say(name, ...words), ...statements);
    else if (kind === "ddl") await connection.execute(statements[0]);
    else if (Number(rows) > 0) await query(connection, name, Number(prefetch), Number(array), statement);
  } catch (error) {
    say(name, "error", error.message);
  }
  // Of a connection whose other end is gone the close only tells the same again.
  if (connection) await connection.close().catch((error) => say(name, "error", error.message));
  say(name, "done");
}

async function main() {
  say("version", "node-oracledb", oracledb.versionString);
  const lines = fs.readFileSync(process.argv[3], "utf8").split("\n");
  for (const line of lines.filter((text) => text)) await run(line);
}

main();
