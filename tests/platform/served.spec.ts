import {
  control,
  credentialOf,
  type Exchange,
  expect,
  notTested,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

/** [requirement, profile]: what a target owes where it offers the family. */
const FAMILIES = [
  // "Endpoints of the Core Data API"
  ['service-data-api-served', 'data-api'],
  // "Endpoint of the AI API: POST /chat/stream-chat-state"
  ['service-ai-api-served', 'ai-api'],
  // "Resource roots under {base_url} ... Methods and payloads of these: not shown."
  ['platform-resources-served', 'platform'],
] as const;

for (const [id, profile] of FAMILIES)
  test(
    `what is offered of ${profile} is there`,
    requirement(id),
    async ({ contract, deploymentId, http, routes }) => {
      const ask = (operation: string, isStranger = false): Promise<Exchange> => {
        const { scheme, family } = contract.operation(operation);
        const as = isStranger ? null : credentialOf(scheme.name, family);
        return http.send({ ...sampleCall(operation, { deploymentId }), as, absentToo: true });
      };
      const { there, missing } = await routes.of(profile);
      // Which methods the other platform resources have is not shown: one of them will do.
      const isEnough = missing.length === 0 || (profile === 'platform' && there.length > 0);
      if (!isEnough && !routes.isOffered(profile)) notTested(await routes.whyMissing(profile));
      if (!isEnough)
        for (const operation of missing) expect(await ask(operation), `${operation}:`).toBeServed();
      // A server that says the same to everybody serves nothing.
      const [first] = there as [string];
      control.toldApart(control.letIn(await ask(first)), [await ask(first, true)]);
      expect(there.length, `routes of ${profile} that are there`).toBeGreaterThan(0);
    },
  );
