import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';

/** Faults of different areas, none of which hides another or, up to SEVERAL, breaks a second rule. */
export const NAMES: readonly string[] = [
  'auth-get-regions-open',
  'auth-scope-ignored',
  'plain-http-served',
  'workspace-search-percent-wildcard',
  'embed-duplicate-attributes-accepted',
  'embed-tenants-groups-paging-ignores-after',
  'scim-user-schema-of-other-kind',
  'platform-deployments-first-ignored',
  'auth-data-load-open',
  'auth-ai-stream-chat-state-open',
  'embed-groups-empty-keeps',
  'embed-profile-first-wins',
  'embed-session-id-same-for-all',
  'embed-group-definitions-leak-tenant-wide',
  'embed-tenant-name-four-accepted',
  'scim-filter-by-prefix',
  'scim-count-ignored',
  'workspace-direction-ignored',
  'auth-delete-embed-tenant-group-open',
  'embed-identity-both-accepted',
];

/** How many of them a run behind a gateway must blame, and nothing else. */
export const SEVERAL = 7;

/** The faults that are looked for through a mode: each is to be failed by its id through every mode that lets it. */
export const FAULTS: readonly NamedFault[] = listFaults().filter(({ name }) => NAMES.includes(name));
