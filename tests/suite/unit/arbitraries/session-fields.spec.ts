import {
  displayNames,
  pictureUrls,
  securityContexts,
  sessionsWithoutGroups,
} from '../../../../fixtures/arbitraries/session-fields.ts';
import { itKeepsItsPromise, sessionProblems, unprintable } from './sampling.ts';
import { all, assignmentProblems, DEFINITIONS, isBeyondAscii, isHttpUrl } from './session-rules.ts';

/** Generators of the other fields of a session: profiles, contexts, and what says nothing of memberships. */

itKeepsItsPromise(
  'displayNames',
  displayNames(),
  (displayName) =>
    all(
      sessionProblems({ userProfile: { displayName } }),
      unprintable(displayName),
      displayName.trim() === '' ? ['is blank'] : [],
    ),
  {
    'ASCII alone': (name) => !isBeyondAscii(name),
    'beyond ASCII': isBeyondAscii,
    'beyond the basic plane': (name) => /[^\0-\uffff]/u.test(name),
    'an apostrophe': (name) => name.includes("'"),
    'one character': (name) => [...name].length === 1,
  },
);

const holds =
  (is: (value: unknown) => boolean) =>
  (context: object): boolean =>
    Object.values(context).some(is);
itKeepsItsPromise(
  'securityContexts',
  securityContexts(),
  (securityContext) => all(sessionProblems({ securityContext }), unprintable(securityContext)),
  {
    empty: (context) => Object.keys(context).length === 0,
    'several keys': (context) => Object.keys(context).length > 1,
    text: holds((value) => typeof value === 'string'),
    'a number': holds((value) => typeof value === 'number'),
    'a boolean': holds((value) => typeof value === 'boolean'),
    null: holds((value) => value === null),
    'an array': holds(Array.isArray),
    'an object': holds((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  },
);

const CALL_FIELDS = ['email', 'userProfile', 'userAttributes', 'securityContext', 'settings', 'creatorMode'];
itKeepsItsPromise(
  'callsWithoutGroups',
  sessionsWithoutGroups(DEFINITIONS, 'viewer-1@example.com'),
  (call) =>
    all(
      sessionProblems(call),
      assignmentProblems(call.userAttributes ?? []),
      'groups' in call ? ['speaks of memberships'] : [],
      Object.keys(call).filter((field) => !CALL_FIELDS.includes(field)),
    ),
  {
    nothing: (call) => Object.keys(call).length === 0,
    ...Object.fromEntries(
      CALL_FIELDS.flatMap((field): [string, (call: object) => boolean][] => [
        [`with ${field}`, (call) => field in call],
        [`without ${field}`, (call) => !(field in call)],
      ]),
    ),
    'a field of the same name elsewhere': ({ securityContext }) => 'groups' in (securityContext ?? {}),
  },
);

itKeepsItsPromise(
  'pictureUrls',
  pictureUrls(),
  (picture) =>
    all(sessionProblems({ userProfile: { picture } }), isHttpUrl(picture) ? [] : ['is no http(s) URL']),
  {
    http: (url) => url.startsWith('http:'),
    https: (url) => url.startsWith('https:'),
    'a port': (url) => new URL(url).port !== '',
    credentials: (url) => new URL(url).username !== '',
    'an IPv6 address': (url) => url.includes('['),
    'no path': (url) => /^https?:\/\/[^/?#]+$/.test(url),
    'a long path': (url) => new URL(url).pathname.split('/').length > 3,
    'percent-encoded': (url) => url.includes('%'),
    'an empty query': (url) => /\?($|#)/.test(url),
    'a query': (url) => new URL(url).search !== '',
    'a fragment': (url) => new URL(url).hash !== '',
  },
);
