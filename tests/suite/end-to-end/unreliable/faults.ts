import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';

/** Faults of different areas, none of which hides another: each is to be failed by its id through every mode that lets it. */
const NAMES = [
  'auth-get-regions-open',
  'auth-scope-ignored',
  'plain-http-served',
  'workspace-search-percent-wildcard',
  'embed-duplicate-attributes-accepted',
  'embed-tenants-groups-paging-ignores-after',
  'scim-user-meta-type-of-other-kind',
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

/** The faults that are looked for through a mode. */
export const FAULTS: readonly NamedFault[] = listFaults().filter(({ name }) => NAMES.includes(name));
