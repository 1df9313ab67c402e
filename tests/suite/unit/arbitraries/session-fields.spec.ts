import {
  pictureUrls,
  securityContexts,
  sessionsWithoutGroups,
} from '../../../../fixtures/embed/session-fields.ts';
import { sessionProblems, testArbitrary, unprintable } from './sampling.ts';
import { assignmentProblems, DEFINITIONS, isHttpUrl, problemsIn } from './session-rules.ts';

/** Arbitraries of other fields of a session: profiles, contexts, and whole sessions without groups. */

const contains =
  (is: (value: unknown) => boolean) =>
  (context: object): boolean =>
    Object.values(context).some(is);
testArbitrary(
  'securityContexts',
  securityContexts(),
  (securityContext) => problemsIn(sessionProblems({ securityContext }), unprintable(securityContext)),
  {
    empty: (context) => Object.keys(context).length === 0,
    'several keys': (context) => Object.keys(context).length > 1,
    text: contains((value) => typeof value === 'string'),
    'a number': contains((value) => typeof value === 'number'),
    'a boolean': contains((value) => typeof value === 'boolean'),
    null: contains((value) => value === null),
    'an array': contains(Array.isArray),
    'an object': contains((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  },
);

const CALL_FIELDS = ['email', 'userProfile', 'userAttributes', 'securityContext', 'settings', 'creatorMode'];
testArbitrary(
  'sessionsWithoutGroups',
  sessionsWithoutGroups(DEFINITIONS, 'viewer-1@example.com'),
  (call) =>
    problemsIn(
      sessionProblems(call),
      assignmentProblems(call.userAttributes ?? []),
      'groups' in call ? ['has groups'] : [],
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

testArbitrary(
  'pictureUrls',
  pictureUrls(),
  (picture) =>
    problemsIn(
      sessionProblems({ userProfile: { picture } }),
      isHttpUrl(picture) ? [] : ['is not an http(s) URL'],
    ),
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
