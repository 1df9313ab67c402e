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

const without = (list: Document[], value: unknown): Document[] => list.splice(list.indexOf(value), 1);

/** [what drifts, the change, what is told]. */
const ACCUSED: readonly (readonly [string, Change, string[]])[] = [
  [
    'a path that is missing',
    ({ paths }) => void delete paths['/v1/embed-tenants/{embedTenantName}/groups/{id}'],
    [
      'DELETE /v1/embed-tenants/{embedTenantName}/groups/{id} is missing; the nearest is DELETE /v1/embed-tenants/{embedTenantName}/user-attributes/{id}',
    ],
  ],
  [
    'a path that has another name',
    ({ paths }) => rename(paths, SESSION, '/v1/embed/sessions'),
    [`POST ${SESSION} is missing; the nearest is POST /v1/embed/sessions`],
  ],
  [
    'another method',
    ({ paths }) => rename(paths[SESSION], 'post', 'put'),
    [`POST ${SESSION} is missing; its path has PUT alone`],
  ],
  [
    'a path without the version',
    (document) => withPaths(document, (path) => (path === SESSION ? path.replace('/v1', '') : path)),
    [`POST ${SESSION} is missing; the nearest is POST /embed/generate-session`],
  ],
  [
    'a parameter that is missing',
    (document) => void without(listing(document).parameters, parameterOf(document, 'search')),
    [`GET ${LISTING}: query search is missing`],
  ],
  [
    'a parameter that has another name',
    (document) => void Object.assign(parameterOf(document, 'folderId'), { name: 'folder' }),
    [`GET ${LISTING}: query folderId is missing`],
  ],
  [
    'a parameter in another place',
    (document) => void Object.assign(parameterOf(document, 'search'), { in: 'header' }),
    [`GET ${LISTING}: query search is missing`],
  ],
  [
    'a parameter that is required',
    (document) => void Object.assign(parameterOf(document, 'search'), { required: true }),
    [`GET ${LISTING}: query search is required, and optional in the contract`],
  ],
  [
    'a further parameter that is required',
    (document) =>
      void listing(document).parameters.push({ name: 'locale', in: 'query', required: true, schema: {} }),
    [`GET ${LISTING}: query locale is required, and not in the contract`],
  ],
  [
    'a value that a parameter does not take',
    (document) => void without(parameterOf(document, 'orderByField').schema.enum, 'created_at'),
    [`GET ${LISTING}: query orderByField lacks the value "created_at"`],
  ],
  [
    'a value of the items of a parameter',
    (document) =>
      void Object.assign(parameterOf(document, 'types').schema.items, { $ref: undefined, enum: ['FOLDER'] }),
    [`GET ${LISTING}: query types lacks the value "WORKBOOK", "REPORT"`],
  ],
  [
    'a value that an answer never has',
    (document) => void without(schemas(document).Dashboard.properties.status.enum, 'archived'),
    [`GET ${LISTING}: answer items[].publishedDashboard.status lacks the value "archived"`],
  ],
  [
    'a further value of an answer',
    (document) => void schemas(document).DashboardWidget.properties.type.enum.push('IMAGE'),
    ['dashboardDraft', 'dashboardPublished', 'publishedDashboard.config'].map(
      (place) =>
        `GET ${LISTING}: answer items[].${place}.widgets[].type has the value "IMAGE", which the contract does not list`,
    ),
  ],
  [
    'a value in fields whose names are free',
    (document) => void without(schemas(document).ColumnFormatOverride.properties.type.enum, 'percent'),
    [
      `GET ${LISTING}: answer items[].publishedDashboard.reportSnapshots[].preferences.columnFormats.*.type lacks the value "percent"`,
    ],
  ],
  [
    'a field of an answer that is gone',
    (document) => void delete schemas(document).Workbook.properties.slug,
    [`GET ${LISTING}: answer items[].slug is missing`],
  ],
  [
    'a field of a request that is gone',
    (document) => void delete schemas(document).EmbedUserProfile.properties.picture,
    [`POST ${SESSION}: request userProfile.picture is missing`],
  ],
  [
    'a field of a request that is required',
    (document) => void schemas(document).EmbedSessionRequest.required.push('email'),
    [`POST ${SESSION}: request email is required, and optional in the contract`],
  ],
  [
    'a further field of a request that is required',
    (document) => {
      schemas(document).EmbedSessionRequest.properties.plan = { type: 'string' };
      schemas(document).EmbedSessionRequest.required.push('plan');
    },
    [`POST ${SESSION}: request plan is required, and not in the contract`],
  ],
  [
    'a field of another type',
    (document) => void Object.assign(schemas(document).Workbook.properties.id, { type: 'string' }),
    [`GET ${LISTING}: answer items[].id is string rather than number`],
  ],
  [
    'an answer that is not described',
    (document) => void delete session(document).responses['2XX'].content,
    [`POST ${SESSION}: answer is not described`],
  ],
  [
    'a request that is not described',
    (document) => void delete session(document).requestBody,
    [`POST ${SESSION}: request is not described`],
  ],
  [
    'an answer without a field',
    (document) => void Object.assign(schemas(document).EmbedSessionResponse, { properties: {} }),
    [`POST ${SESSION}: answer has no field that is described`],
  ],
  [
    'another security scheme',
    ({ components }) =>
      void Object.assign(components.securitySchemes.accessToken, {
        type: 'apiKey',
        in: 'header',
        name: 'X-Key',
      }),
    [LISTING, '/v1/deployments'].map(
      (path) =>
        `GET ${path}: security takes the header X-Key rather than "bearer" in the Authorization header`,
    ),
  ],
  [
    'another word before the credential',
    (document) => void Object.assign(session(document), { security: [{ accessToken: [] }] }),
    [
      `POST ${SESSION}: security takes "bearer" in the Authorization header rather than "api-key" in the Authorization header`,
    ],
  ],
  [
    'no credential',
    (document) => void Object.assign(session(document), { security: [] }),
    [`POST ${SESSION}: security takes no credential rather than "api-key" in the Authorization header`],
  ],
];

for (const [what, change, told] of ACCUSED)
  test(`${what} drifts`, async () => {
    expect((await driftOf(change)).toSorted()).toEqual(told.toSorted());
  });
