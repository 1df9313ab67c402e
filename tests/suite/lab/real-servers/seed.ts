import { Agent, fetch } from 'undici';
import { certificate } from '../../../../fixtures/reference/certificate.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Given and family name of each user. */
const USERS = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['Katherine', 'Johnson'],
  ['Mary', 'Jackson'],
  ['Edith', 'Clarke'],
  ['Hedy', 'Lamarr'],
  ['Joan', 'Clarke'],
] as const;

/** Names of groups, and the users who are members of each. */
const GROUPS: readonly (readonly [string, readonly number[]])[] = [
  ['analysts', [0, 1]],
  ['editors', [1, 2, 3]],
  ['viewers', [4]],
];

/**
 * Creates users and groups, some of them members, through the SCIM API of a server.
 *
 * @param url - of that API
 */
export async function seed(url: string, secret: string): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: (await certificate()).cert } });
  const create = async (path: string, resource: object): Promise<string> => {
    const answer = await fetch(`${url}${path}`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(resource),
    });
    const text = await answer.text();
    if (answer.status !== 201)
      throw new Error(`POST ${path} answered ${answer.status}, expected 201: ${text.slice(0, 1_000)}`);
    return (JSON.parse(text) as { id: string }).id;
  };
  const ids: string[] = [];
  for (const [givenName, familyName] of USERS) {
    const userName = `${givenName}.${familyName}@customer.example`.toLowerCase();
    ids.push(
      await create('/Users', {
        schemas: [USER],
        userName,
        externalId: `crm-${ids.length + 1}`,
        name: { givenName, familyName, formatted: `${givenName} ${familyName}` },
        displayName: `${givenName} ${familyName}`,
        emails: [{ value: userName }],
        active: true,
      }),
    );
  }
  for (const [displayName, members] of GROUPS)
    await create('/Groups', {
      schemas: [GROUP],
      displayName,
      members: members.map((index) => ({ value: ids[index], $ref: `${url}/Users/${ids[index]}` })),
    });
  await dispatcher.close();
}
