import { excluded, must, type Requirement } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const KEY = ['api-key'] as const;

/** `userProfile`. */
export const embedProfile: readonly Requirement[] = [
  must('embed-profile-accepted', 'embed', KEY, {
    source: `${REQUEST}, userProfile`,
    quote:
      '(a string, the absolute `http://` or `https://` address of the avatar), either of which may be left out.',
    statement: '`userProfile` is accepted whole, with either property alone, and empty.',
    remedy: 'treat both properties of userProfile as optional',
  }),
  must('embed-profile-overwrites', 'embed', ['api-key', 'profiles'], {
    source: `${RULES}, rule 3`,
    quote: 'What is sent later overwrites what is saved.',
    statement: 'Sending `userProfile` again overwrites the saved values.',
    remedy: 'update the saved profile of the external user on every call that carries one',
  }),
  must('embed-profile-keeps-omitted', 'embed', ['api-key', 'profiles'], {
    source: `${RULES}, rule 3`,
    quote:
      'A request without `userProfile`, or without one of its properties, leaves what is saved of that alone.',
    statement: 'Omitting `userProfile`, or a property of it, keeps the saved values.',
    remedy: 'only write the profile properties that were sent',
  }),
  must('embed-profile-in-creator-mode', 'creator-mode', ['api-key', 'creator-mode', 'profiles'], {
    source: `${RULES}, rule 3`,
    quote: '`userProfile` is saved with the external user of that `externalId`.',
    statement: 'A session in creator mode saves `userProfile` like any other, and keeps what it omits.',
    remedy: 'save the profile of the external user in either mode, by the same code',
  }),
  must('embed-picture-http-accepted', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    quote: 'All that is checked of `picture` is whether it is a well-formed `http` or `https` address.',
    statement: 'Any syntactically valid http or https URL is accepted as `picture`.',
    remedy: 'accept every absolute http(s) URL, whatever its extension',
  }),
  must('embed-picture-invalid-rejected', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    quote: 'All that is checked of `picture` is whether it is a well-formed `http` or `https` address.',
    statement: 'A `picture` that is no absolute http or https URL is rejected.',
    remedy: 'reject relative URLs, other schemes and text that is no URL',
  }),
  must('embed-picture-unreachable-accepted', 'embed', KEY, {
    source: 'Errors, avatar URL',
    quote: 'A `picture` that cannot be loaded: no error.',
    statement: 'A picture URL that cannot be loaded causes no error.',
    remedy: 'do not load the picture while minting the session',
  }),
  must('embed-picture-not-fetched', 'embed', ['api-key', 'listener'], {
    source: `${RULES}, rule 4`,
    quote: 'The service does not fetch it.',
    statement: 'The picture is not fetched by the service.',
    remedy: 'accept the URL and store it without requesting it',
  }),
  excluded(
    'embed-picture-display',
    `${RULES}, rule 4 display`,
    'PNG, JPEG, GIF, WebP and SVG render; otherwise an initials avatar is shown.',
    'only a browser in an embedded dashboard can see it',
  ),
  excluded(
    'embed-picture-size',
    'Limits, avatar size',
    'About 1 MB is recommended for the picture.',
    'a recommendation to callers; the picture is not fetched',
  ),
];
