import {
  askData,
  declaredCall,
  endIfStrangersGetTheSame,
  expect,
  isNamedIn,
  jsonValuesOf,
  membersOf,
  notApplicable,
  rawTextOf,
  readJson,
  requirement,
  test,
} from '../../fixtures/index.ts';

const LONGEST = 200;

const QUERIES = [
  ['service-data-query-answered', 'the declared query is answered', 'dataLoad'],
  ['service-data-sql-answered', 'the declared SQL query is answered', 'dataCoresql'],
] as const;

for (const [id, title, operation] of QUERIES)
  test(title, requirement(id), async ({ http, routes, target }) => {
    const call = declaredCall(operation, target.settings);

    // When the query is sent. Where the family is offered, another requirement owns a route that is not there.
    const answer = await askData(http, { ...call, allowsAbsent: !routes.isOffered('data-api') });

    // Then it is answered with JSON
    expect(answer).toBeAccepted();
    expect(
      jsonValuesOf(rawTextOf(answer)) === undefined ? answer.text.slice(0, LONGEST) : 'JSON',
      'the body of the answer',
    ).toBe('JSON');

    // A server that answers everybody alike answers no query.
    endIfStrangersGetTheSame(answer, [await http.send({ ...call, as: null })]);
  });

test(
  'the metadata name what the declared query names',
  requirement('service-data-meta-names-members'),
  async ({ http, setting }) => {
    const members = membersOf(setting('TARGET_DATA_QUERY'));
    if (members.length === 0) notApplicable('the query of TARGET_DATA_QUERY names no members');
    const call = { operation: 'dataMeta' };

    // When the metadata are read
    const answer = await askData(http, call);
    expect(answer).toBeAccepted();
    const metadata = answer.json ?? readJson(rawTextOf(answer));

    // Then they are JSON, and every member of the query is in them
    expect(
      metadata === undefined
        ? `no JSON: ${answer.text.slice(0, LONGEST)}`
        : members.filter((member) => !isNamedIn(member, metadata)),
      'members of the declared query that the metadata, which are JSON, do not name',
    ).toEqual([]);
    endIfStrangersGetTheSame(answer, [await http.send({ ...call, as: null })]);
  },
);
