import { createRequire } from 'node:module';
import { Server } from 'node:net';

/**
 * Serves Cube over a database in memory: node serve-cube.mjs PORT SECRET, in the folder into which it is installed. The module that
 * reads SQL is a binary that the registry does not have: what stands in for it reads none.
 */
const [port, secret] = process.argv.slice(2);
Object.assign(process.env, {
  NODE_ENV: 'production',
  PORT: port,
  CUBEJS_API_SECRET: secret,
  CUBEJS_CACHE_AND_QUEUE_DRIVER: 'memory',
  CUBEJS_TELEMETRY: 'false',
});

// Cube listens on every address of the machine.
const { listen } = Server.prototype;
Server.prototype.listen = function (where, ...more) {
  return listen.call(this, { port: Number(where), host: '127.0.0.1' }, ...more);
};

const require = createRequire(`${process.cwd()}/`);
const { DuckDBInstance } = require('@duckdb/node-api');
const database = await (await DuckDBInstance.create(':memory:')).connect();
await database.run(`CREATE TABLE orders AS SELECT * FROM
  (VALUES (1, 'open', 20), (2, 'open', 5), (3, 'shipped', 70), (4, 'returned', 12)) AS t(id, status, amount)`);

const rowsOf = async (sql, values = []) => (await database.runAndReadAll(sql, values)).getRowObjectsJson();

const native = require.resolve('@cubejs-backend/native');
require.cache[native] = {
  id: native,
  filename: native,
  loaded: true,
  exports: {
    setupLogger: () => undefined,
    isFallbackBuild: () => true,
    registerInterface: async () => ({}),
    shutdownInterface: async () => undefined,
    NativeInstance: class {
      newJinjaEngine = () => ({});
    },
    execSql: async () => {
      throw new Error('SQL is read by a native module, which is not here.');
    },
  },
};

const { BaseDriver } = require('@cubejs-backend/base-driver');

class DuckDriver extends BaseDriver {
  testConnection = async () => undefined;
  query = (sql, values) => rowsOf(sql, values);
}

const { CubejsServer } = require('@cubejs-backend/server');
const orders = `cube('orders', {
  sql: 'SELECT * FROM orders',
  measures: { count: { type: 'count' }, amount: { type: 'sum', sql: 'amount' } },
  dimensions: { id: { sql: 'id', type: 'number', primaryKey: true }, status: { sql: 'status', type: 'string' } },
});`;

await new CubejsServer({
  dbType: 'postgres',
  driverFactory: () => new DuckDriver(),
  repositoryFactory: () => ({ dataSchemaFiles: async () => [{ fileName: 'orders.js', content: orders }] }),
  scheduledRefreshTimer: false,
}).listen();
