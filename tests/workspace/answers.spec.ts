import {
  type Exchange,
  expect,
  isAccepted,
  type ListingQuery,
  requirement,
  test,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

test(
  'a listing answers 200 with JSON',
  requirement('workspace-answers-200-json'),
  async ({ snapshot, workspace }) => {
    const judge = async (query: ListingQuery): Promise<Exchange> => {
      const answer = await workspace.list(query);
      expect(answer).toHaveStatus(200);
      expect(answer.mediaType, 'the media type').toMatch(/^application\/([\w.-]+\+)?json$/);
      return answer;
    };
    await judge({});
    const { pageInfo } = workspacePageOf(await judge({ first: 1 }));
    const after = pageInfo.endCursor;
    if (pageInfo.hasNextPage && after !== undefined) await judge({ first: 1, after });
    await judge({ types: ['WORKBOOK', 'REPORT'], orderByField: 'name', orderByDirection: 'DESC' });
    await judge({ search: 'conformance, or nothing' });
    // A folder with items, and an empty one.
    const contents = [...(await snapshot()).contents];
    const folders = [
      contents.find(([, items]) => items.length > 0),
      contents.find(([, items]) => items.length === 0),
    ];
    for (const folder of folders) if (folder) await judge({ folderId: folder[0] });
  },
);

test(
  'a cursor that was never issued does not cause a server error',
  requirement('workspace-after-unknown'),
  async ({ workspace }) => {
    await workspace.page({ first: 1 });
    for (const after of ['conformance-never-issued', '!!', '999999999', 'eyJpZCI6InRleHQifQ==']) {
      expect(await workspace.list({ first: 1, after })).toBeHandled();
    }
  },
);

test(
  'a value outside its enumeration is refused',
  requirement('workspace-enum-unknown'),
  async ({ http, workspace }) => {
    await workspace.page({ types: ['FOLDER'], orderByField: 'name', orderByDirection: 'ASC' });
    for (const query of [
      { types: ['SPREADSHEET'] },
      { orderByField: 'colour' },
      { orderByDirection: 'SIDEWAYS' },
    ]) {
      expect(await workspace.listInvalid(query), writeJson(query)).toBeRejected();
    }

    // What may be null has no value in a query: whether an empty one stands for it is not shown.
    for (const name of ['folderId', 'types', 'search', 'orderByField', 'orderByDirection']) {
      const answer = await workspace.listInvalid({ [name]: '' });
      expect(answer, `an empty ${name}:`).toBeHandled();
      http.journal.observations.add(
        `the workspace listing ${isAccepted(answer) ? 'accepts' : 'refuses'} an empty ${name}`,
      );
    }
  },
);

test(
  'a first or a folderId that is not an integer is refused',
  requirement('workspace-first-not-a-number'),
  async ({ workspace }) => {
    await workspace.page({ first: 1 });
    for (const query of [{ first: 'many' }, { first: '1.5' }, { folderId: 'many' }])
      expect(await workspace.listInvalid(query), writeJson(query)).toBeRejected();
  },
);
