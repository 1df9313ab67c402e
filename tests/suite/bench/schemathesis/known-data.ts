import { withReference } from '../../support/with-reference.ts';

/** What the reference holds, as far as somebody who tests it with Schemathesis would tell it. */
export interface KnownData {
  readonly deploymentId: number;
  readonly embedTenantName: string;
  readonly internalId: string;
  readonly group: string;
  /** A user attribute whose values are texts. */
  readonly userAttribute: string;
  readonly scimUserId: string;
  readonly scimGroupId: string;
}

/**
 * The first of a list.
 *
 * @throws Error when it is empty
 */
function first(values: readonly (string | undefined)[], what: string): string {
  const [value] = values;
  if (!value)
    throw new Error(`The reference has no ${what}; expected at least one in its settings or lists.`);
  return value;
}

/** Reads from the settings and the lists of a reference without faults what it holds: the same holds with a fault on. */
export const readKnownData = (): Promise<KnownData> =>
  withReference({}, async ({ settings, ask, bearer }) => {
    const idsAt = async (path: string): Promise<string[]> => {
      const { body } = await ask(path, bearer);
      return body.Resources.map(({ id }: { id: string }) => id);
    };
    const list = (name: string): string[] => (settings[name] ?? '').split(',');
    const texts = list('TARGET_USER_ATTRIBUTES').filter((definition) => definition.endsWith(':string'));
    return {
      deploymentId: Number(settings.TARGET_DEPLOYMENT_ID),
      embedTenantName: first(list('TARGET_EMBED_TENANTS'), 'embed tenant'),
      internalId: first([settings.TARGET_INTERNAL_ID], 'internal user'),
      group: first(list('TARGET_GROUPS'), 'group'),
      userAttribute: first(texts, 'user attribute of texts').replace(/:string$/, ''),
      scimUserId: first(await idsAt('/scim/v2/Users'), 'user'),
      scimGroupId: first(await idsAt('/scim/v2/Groups'), 'group'),
    };
  });
