// SPDX-License-Identifier: GPL-2.0-only
// node-oracledb, in the version of the package named first, does what time_python.py does, and tells it in the same way.
"use strict";

const oracledb = require(process.argv[2]);

async function go(port, array, least, say) {
  async function timed(name, call, from = 0) {
    const begun = process.hrtime.bigint();
    const found = await call();
    const took = Number(process.hrtime.bigint() - begun) / 1e6;
    if (took >= from) say(name, took);
    return found;
  }
  const connectString = `127.0.0.1:${port}/orcl`;
  const user = { user: "scott", password: "tiger", connectString };
  const connection = await timed("logon", () => oracledb.getConnection(user));
  const options = { resultSet: true, fetchArraySize: array };
  const result = await timed("execute", () => connection.execute("select * from journal", [], options));
  let rows = 0;
  while (await timed("fetch", () => result.resultSet.getRow(), least)) ++rows;
  await result.resultSet.close();
  say("rows", rows);
  await timed("ping", () => connection.ping());
  await timed("commit", () => connection.commit());
  await timed("logoff", () => connection.close());
}

async function main() {
  const [port, array, least] = process.argv.slice(3).map(Number);
  await go(port, array, least, () => {});
  await go(port, array, least, (...words) => console.log(words.join("\t")));
}

main();
