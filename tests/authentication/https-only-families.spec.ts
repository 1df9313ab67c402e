import {
  alsoRequirement,
  declaredCall,
  expect,
  isExchange,
  isLoopback,
  notTested,
  saysAlike,
  test,
} from '../../fixtures/index.ts';

/** [what it is called, base address, the same over plain HTTP, credential, operations]. */
const FAMILIES = [
  [
    'Core Data API',
    'TARGET_DATA_API_URL',
    'TARGET_DATA_HTTP_URL',
    'TARGET_DATA_API_TOKEN',
    ['dataMeta', 'dataLoad', 'dataCoresql'],
  ],
  ['AI API', 'TARGET_AI_API_URL', 'TARGET_AI_HTTP_URL', 'TARGET_AI_API_KEY', ['aiStreamChatState']],
] as const;
const NOTHING = 'nothing of the service';

// "The service is an analytics platform exposing three HTTP API families over HTTPS only."
for (const [family, base, plainBase, credential, operations] of FAMILIES)
  test(
    `plain HTTP is not served by the ${family}`,
    alsoRequirement('auth-https-only'),
    async ({ http, target: { settings } }) => {
      const missing = [base, credential, plainBase].filter((name) => settings[name] === undefined);
      if (missing.length > 0) notTested(`set ${missing.join(' and ')}`);
      // A real credential is sent over plain HTTP to this machine alone; elsewhere none is sent.
      const as = isLoopback(settings[plainBase] ?? '') ? credential : null;
      let controls = 0;
      for (const operation of operations) {
        const call = declaredCall(operation, settings);

        // Given that the operation is served over HTTPS, with an answer that can be told from others
        const right = await http.send({ ...call, as: credential, allowsAbsent: true });
        if (!saysAlike(right, right)) continue;
        controls += 1;

        // When it is asked over plain HTTP, then the answer is not that one
        const answer = await http.probe({ ...call, as, base: plainBase });
        if (!isExchange(answer)) continue;
        expect(
          saysAlike(answer, right) ? answer.text.slice(0, 200) : NOTHING,
          `what ${operation} yields over plain HTTP`,
        ).toBe(NOTHING);
      }
      if (controls === 0) notTested('nothing is served over HTTPS either, so silence proves nothing');
    },
  );
