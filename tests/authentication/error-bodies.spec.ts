import {
  allOf,
  aside,
  control,
  expect,
  isAccepted,
  notTested,
  rawTextOf,
  requirement,
  test,
  textsOf,
} from '../../fixtures/index.ts';

/** Larger than the id of any real deployment, and small enough for a 32-bit integer. */
const UNKNOWN_DEPLOYMENT = 2_000_000_011;

/** A credential in an answer's text, which shows it as the name of its setting. */
const CREDENTIAL = /\$\{?TARGET_[A-Z_]*(?:TOKEN|KEY)\b/;

/** Lines of stack traces, as the usual runtimes write them. */
const FRAMES: Readonly<Record<string, RegExp>> = {
  'Node.js': /^\s*at (?:.+ \([^()]*[/\\:][^()]*:\d+:\d+\)|(?:file:\/\/|node:|\/|[A-Za-z]:\\)\S+:\d+:\d+)$/m,
  Python: /^\s*File "[^"]+", line \d+, in /m,
  Java: /^\s*at [\w$.<>/]+\((?:[\w$]+\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)$/m,
  '.NET': /^\s*at .+\) in .+:line \d+$/m,
  Ruby: /^\s*(?:from )?\S+\.rb:\d+:in [`']/m,
  Go: /^goroutine \d+ \[|^\s*\S+\.go:\d+(?: \+0x[0-9a-f]+)?$/m,
  PHP: /^#\d+ \S+\.php\(\d+\): /m,
};

// The shape of an error is not shown. What an error hands out to whoever may read it is another matter.
test(
  'an error hands out neither the credential of its caller nor a stack trace',
  requirement('errors-shape'),
  async ({ embed, embedTenants, http, user, workspace }) => {
    // Given credentials that are let in
    await workspace.page({ first: 1 });
    control(await embed.mint({ externalId: user }));

    // When requests with them are refused, for one reason each
    const twice = ['a', 'b'].map((value) => ({ name: 'conformancetwice', value }));
    const answers = await aside(() =>
      allOf([
        workspace.as('TARGET_ACCESS_TOKEN', UNKNOWN_DEPLOYMENT).list({ first: 1 }, { mayBeRefused: true }),
        workspace.listInvalid({ first: 0 }),
        workspace.list({ after: 'conformance-no-cursor' }),
        embed.mintInvalid({}),
        embed.mintInvalid({ externalId: user, userAttributes: twice }),
        embed.mint({ externalId: user, groups: ['conformance-nobody'] }),
        embedTenants.removeAbsent('groups', 'conformance-unused', 'conformance-none'),
      ]),
    );
    const refused = answers.filter((answer) => !isAccepted(answer) && answer.text !== '');
    if (refused.length === 0) notTested('no request is refused with a body that can be read');

    // Then what they say is for the caller alone
    for (const answer of refused) {
      const texts = textsOf(answer);
      const traces = Object.entries(FRAMES).filter(([, frame]) => texts.some((text) => frame.test(text)));
      // A secret that cannot be an ordinary word shows as the name of its setting.
      const isCredentialShown = CREDENTIAL.test(http.redactSentence(rawTextOf(answer)));
      expect(
        [
          ...(isCredentialShown ? ['the credential of its caller'] : []),
          ...traces.map(([runtime]) => `a stack trace of ${runtime}`),
        ],
        `what an error of ${answer.operation} with status ${answer.status} hands out`,
        'answer with a text for the caller, and write requests and stack traces to a log',
      ).toEqual([]);
    }
  },
);
