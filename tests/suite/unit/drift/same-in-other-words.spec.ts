import { expect, test } from '@playwright/test';
import {
  asOpenApi30,
  type Document,
  driftOf,
  everyObject,
  listing,
  rename,
  schemas,
  session,
  withPaths,
} from './sample-description.ts';

type Change = (document: Document) => unknown;

/** [what does not drift, the change]. */
const NOT_ACCUSED: readonly (readonly [string, Change])[] = [
  [
    'other names of path parameters',
    (document) => {
      everyObject(document, (object) => {
        if (object.in === 'path') object.name = `the_${object.name}`;
      });
      return withPaths(document, (path) => path.replaceAll('{', '{the_'));
    },
  ],
  [
    'other descriptions, summaries, tags and operation ids',
    (document) =>
      everyObject(document, (object) => {
        for (const name of ['summary', 'tags', 'operationId', 'x-family', 'examples']) delete object[name];
        if (typeof object.description === 'string') object.description = 'another';
      }),
  ],
  [
    'schemas in place',
    (document) => {
      const { WorkspaceItemType } = schemas(document);
      schemas(document).Workbook.properties.type = WorkspaceItemType;
    },
  ],
  [
    'other names of components',
    (document) => {
      rename(schemas(document), 'Workbook', 'WorkspaceItemDto');
      everyObject(document, (object) => {
        if (object.$ref === '#/components/schemas/Workbook')
          object.$ref = '#/components/schemas/WorkspaceItemDto';
      });
    },
  ],
  [
    'allOf in place of one object',
    (document) => {
      const { properties, required } = schemas(document).Workbook;
      const { id, ...others } = properties;
      schemas(document).Base = { type: 'object', required, properties: { id } };
      schemas(document).Workbook = {
        allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: others }],
      };
    },
  ],
  [
    'one of several schemas',
    (document) => {
      const { properties } = schemas(document).Workbook;
      const only = (type: string) => ({
        type: 'object',
        properties: { ...properties, type: { const: type } },
      });
      schemas(document).Workbook = { oneOf: ['FOLDER', 'WORKBOOK', 'REPORT'].map(only) };
    },
  ],
  ['OpenAPI 3.0', asOpenApi30],
  [
    'a schema that contains itself',
    (document) => {
      schemas(document).Workbook.properties.children = {
        type: 'array',
        items: { $ref: '#/components/schemas/Workbook' },
      };
      schemas(document).DashboardConfig.allOf = [{ $ref: '#/components/schemas/DashboardConfig' }];
    },
  ],
  [
    'no list of values, and no types',
    (document) =>
      everyObject(schemas(document), (object) => {
        if (Array.isArray(object.enum)) delete object.enum;
        if (object.type === 'integer') delete object.type;
      }),
  ],
  [
    'an integer for a number, and the other way round',
    (document) =>
      everyObject(schemas(document), (object) => {
        if (object.type === 'integer') object.type = 'number';
        else if (object.type === 'number') object.type = 'integer';
      }),
  ],
  [
    'a path parameter that is a text',
    ({ components }) => void Object.assign(components.parameters.DeploymentId.schema, { type: 'string' }),
  ],
  [
    'another media type of JSON, and status codes',
    (document) => {
      session(document).responses = {
        201: {
          content: {
            'application/vnd.acme+json; charset=utf-8':
              session(document).responses['2XX'].content['application/json'],
          },
        },
      };
    },
  ],
  [
    'a bearer token of OAuth 2',
    ({ components }) =>
      void Object.assign(components.securitySchemes, { accessToken: { type: 'oauth2', flows: {} } }),
  ],
  [
    'an Authorization header of its own scheme',
    ({ components }) =>
      void Object.assign(components.securitySchemes, { apiKey: { type: 'http', scheme: 'Api-Key' } }),
  ],
  [
    'a key in the Authorization header',
    ({ components }) =>
      void Object.assign(components.securitySchemes, {
        accessToken: { type: 'apiKey', in: 'header', name: 'authorization' },
      }),
  ],
  ['a further way to authenticate', (document) => void listing(document).security.push({ apiKey: [] })],
  ['nothing about security', (document) => everyObject(document, (object) => void delete object.security)],
];

for (const [what, change] of NOT_ACCUSED)
  test(`${what}: nothing drifts`, async () => {
    expect(await driftOf(change)).toEqual([]);
  });
