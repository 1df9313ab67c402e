import { createRequire } from 'node:module';

/**
 * Serves SCIMMY's routers from memory: node serve-scimmy.mjs PORT TOKEN, in the folder into which they are installed. What it
 * stores and hands over is ours, as SCIMMY's documentation asks of its users; reading requests, filtering, paging and answering are
 * SCIMMY's.
 */
const [port, token] = process.argv.slice(2);
const require = createRequire(`${process.cwd()}/`);
const express = require('express');
const { default: SCIMMYRouters, SCIMMY } = require('scimmy-routers');

const stored = { User: new Map(), Group: new Map() };
let ids = 0;

/** What SCIMMY's README calls ingress, egress and degress: write, read and delete. */
const handlers = (type, shown) => ({
  ingress: (resource, data) => {
    const id = resource.id ?? `${type.toLowerCase()}-${++ids}`;
    const now = new Date();
    const { meta = { created: now } } = stored[type].get(id) ?? {};
    stored[type].set(id, { ...data, id, meta: { ...meta, lastModified: now } });
    return shown(stored[type].get(id));
  },
  egress: (resource) => {
    if (resource.id === undefined) {
      const all = [...stored[type].values()].map(shown);
      return resource.filter?.match(all) ?? all;
    }
    if (!stored[type].has(resource.id)) throw new SCIMMY.Types.Error(404, null, `${resource.id} not found`);
    return shown(stored[type].get(resource.id));
  },
  degress: (resource) => {
    if (!stored[type].delete(resource.id))
      throw new SCIMMY.Types.Error(404, null, `${resource.id} not found`);
  },
});

const groupsOf = (id) =>
  [...stored.Group.values()]
    .filter(({ members = [] }) => members.some(({ value }) => value === id))
    .map((group) => ({ value: group.id, display: group.displayName, type: 'direct' }));

SCIMMY.Resources.declare(
  SCIMMY.Resources.User,
  handlers('User', (user) => ({ ...user, groups: groupsOf(user.id) })),
);
SCIMMY.Resources.declare(
  SCIMMY.Resources.Group,
  handlers('Group', (group) => group),
);

const app = express();
app.use(
  '/api/scim/v2',
  new SCIMMYRouters({
    type: 'bearer',
    baseUri: (request) => `https://${request.header('host')}`,
    handler: (request) => {
      if (request.header('authorization') !== `Bearer ${token}`) throw new Error('Not authenticated');
      return 'conformance';
    },
  }),
);
app.listen(Number(port), '127.0.0.1');
