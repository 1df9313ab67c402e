/** What tests of SCIM share: addresses of resources. */

/** How many addresses that do not end in the id are asked for, of each kind. */
export const MAX_LOCATIONS = 10;

/** The text at the end of an address among the users or among the groups; undefined where the address is none of theirs. */
export function lastSegmentOf(location: string, endpoint: string): string | undefined {
  const [, encoded] = new RegExp(`/${endpoint}/([^/?#]+)$`).exec(`/${location}`) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
