/** RFC 2119 level: `MUST` is what the interface states, `SHOULD` is good practice that it does not state. */
export type Level = 'MUST' | 'SHOULD';

/**
 * What a certification names. `core` is what any target shows, given a bearer token and an API key: "conformant" needs all of it.
 */
export const PROFILES = [
  'core',
  'workspace',
  'embed',
  'creator-mode',
  'admin',
  'authentication',
  'platform',
  'scim',
  'data-api',
  'ai-api',
  'description',
  'effects',
  'payloads',
] as const;
export type Profile = (typeof PROFILES)[number];

/** What must be met before a requirement can be judged: `fixtures/discovery/prerequisites.ts` says by which settings. */
export const NEEDS = [
  'access-token',
  'other-access-token',
  'scim-filters',
  'private-item',
  'api-key',
  'scoped-api-key',
  'out-of-scope-deployment',
  'member-api-key',
  'internal-id',
  'groups',
  'user-attributes',
  'creator-mode',
  'plain-tenant',
  'memberships',
  'data-api',
  'ai-api',
  'http-url',
  'profiles',
  'attribute-values',
  'external-user-limit',
  'listener',
  'openapi-description',
  'redemption',
  'scoped-memberships',
  'scoped-values',
  'data-query',
  'data-sql',
  'ai-prompt',
] as const;
export type Need = (typeof NEEDS)[number];

/** Servers that answer every request in the same way: hardly anything may be said in their favour. */
export const NULL_SERVERS = [
  'empty object',
  'empty array',
  'empty page',
  'empty SCIM list',
  '400',
  '401',
  '403',
  '404',
  '500',
  'web page',
  'echo',
] as const;
export type NullServer = (typeof NULL_SERVERS)[number];

export interface TestableRequirement {
  /** Permanent identity, kebab-case, area first. Also the tag (`@id`) that selects its test. */
  readonly id: string;
  readonly level: Level;
  readonly profile: Profile;
  readonly statement: string;
  /** Where docs/interface.md says it: the heading below a section's, or that of the section, a comma, and the first cell of a row. */
  readonly source: string;
  readonly needs: readonly Need[];
  /** What an implementer changes when it fails. */
  readonly remedy: string;
  /**
   * The sentence that a MUST rests on, word for word: of `docs/interface.md`, or of `docs/rfc-sentences.md` where SCIM 2.0 itself
   * says MUST, SHALL or REQUIRED. Between sentences that do not follow each other stands […].
   */
  readonly quote?: string;
  /**
   * The servers that keep the rule though they do nothing, such as the shape of an empty page. Against any other of them
   * the check must not pass: give it a control rather than a name here.
   */
  readonly vacuousOn?: readonly NullServer[];
}

/** A sentence of the interface that nothing sent over HTTP can confirm or refute. */
export interface ExcludedRequirement {
  readonly id: string;
  readonly statement: string;
  readonly source: string;
  readonly excluded: string;
}

export type Requirement = TestableRequirement | ExcludedRequirement;

/** What a row says, in the order in which a reader asks for it. */
type RowText = Omit<TestableRequirement, 'id' | 'level' | 'profile' | 'needs'>;

const row =
  <Text extends RowText>(level: Level) =>
  (id: string, profile: Profile, needs: readonly Need[], text: Text): TestableRequirement => ({
    id,
    level,
    profile,
    needs,
    ...text,
  });

/** A `MUST` row: the interface states it, in the sentence that it quotes. */
export const must = row<RowText & { quote: string }>('MUST');

/** A `SHOULD` row: good practice that the interface does not state; its failure never fails a run. */
export const should = row<RowText>('SHOULD');

/** A row that no exchange can judge, with the reason. */
export const excluded = (id: string, text: Omit<ExcludedRequirement, 'id'>): ExcludedRequirement => ({
  id,
  ...text,
});

/** A name in camel case as ids write it: `folderId` is `folder-id`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
