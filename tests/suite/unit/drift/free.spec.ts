import { expect, test } from '@playwright/test';
import {
  type Document,
  driftOf,
  LISTING,
  listing,
  rename,
  SESSION,
  schemas,
  session,
  withPaths,
} from './sample-description.ts';

type Change = (document: Document) => unknown;

const parameterOf = (document: Document, name: string): Document =>
  listing(document).parameters.find((one: Document) => one.name === name);

/** [what does not drift, the change]. */
const NOT_ACCUSED: readonly (readonly [string, Change])[] = [
  ['the contract itself', () => undefined],
  [
    'a server that carries /api/v1',
    (document) => ({
      ...withPaths(document, (path) => path.replace(/^\/v1/, '')),
      servers: [{ url: 'https://{tenant}.acme.example/api/v1', variables: { tenant: { default: 'x' } } }],
    }),
  ],
  [
    'a relative server that carries /v1',
    (document) => ({
      ...withPaths(document, (path) => path.replace(/^\/v1/, '')),
      servers: [{ url: '/v1/' }],
    }),
  ],
  [
    'a server of single paths',
    (document) => {
      document.servers = [{ url: 'https://acme.example/other' }];
      rename(document.paths, SESSION, '/generate-session');
      document.paths['/generate-session'].servers = [{ url: 'https://acme.example/api/v1/embed' }];
    },
  ],
  ['paths that carry /api', (document) => withPaths(document, (path) => `/api${path}`)],
  ['no servers', (document) => void delete document.servers],
  [
    'further operations',
    (document) =>
      void Object.assign(document.paths, { '/v1/x': { get: {} }, '/internal/v1/deployments': { get: {} } }),
  ],
  [
    'operations whose methods are not shown, and other families',
    ({ paths }) => {
      for (const path of [
        '/v1/regions',
        '/v1/load',
        '/scim/v2/Users',
        '/v1/deployments/{deploymentId}/folders',
      ]) {
        expect(paths).toHaveProperty([path]);
        delete paths[path];
      }
    },
  ],
  [
    'a further optional parameter',
    (document) => void listing(document).parameters.push({ name: 'x', in: 'query' }),
  ],
  [
    'headers that every request has',
    (document) => {
      for (const name of ['Authorization', 'Accept', 'Content-Type'])
        session(document).parameters = [{ name, in: 'header', required: true, schema: { type: 'string' } }];
    },
  ],
  [
    'parameters of the path',
    ({ paths }) => {
      paths[LISTING].parameters = paths[LISTING].get.parameters;
      delete paths[LISTING].get.parameters;
    },
  ],
  [
    'further fields',
    (document) => {
      for (const name of ['Workbook', 'EmbedSessionRequest', 'EmbedSessionResponse'])
        schemas(document)[name].properties.further = { type: 'string' };
      schemas(document).Workbook.required.push('further');
    },
  ],
  [
    'further values of a request',
    (document) => void parameterOf(document, 'orderByField').schema.enum.push('size'),
  ],
  [
    'fields of an answer that may be absent, and always are there',
    (document) => {
      schemas(document).Workbook.required = ['slug'];
    },
  ],
];

for (const [what, change] of NOT_ACCUSED)
  test(`${what}: nothing drifts`, async () => {
    expect(await driftOf(change)).toEqual([]);
  });
