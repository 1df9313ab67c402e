import {
  allOf,
  controlLetIn,
  credentialOf,
  declaredCall,
  type Exchange,
  endIfStrangersGetTheSame,
  expect,
  isDeclared,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

/** [requirement, the profile whose routes it is about]. */
const FAMILIES = [
  ['service-data-api-served', 'data-api'],
  ['service-ai-api-served', 'ai-api'],
  ['platform-resources-served', 'platform'],
] as const;

for (const [id, profile] of FAMILIES)
  test(
    `the routes of ${profile} are served`,
    requirement(id),
    async ({ contract, discovery, http, routes, target }) => {
      const ask = async (operation: string, hasCredential = true): Promise<Exchange> => {
        const deploymentId = await discovery.deploymentFor(contract.operation(operation));
        const { scheme, family } = contract.operation(operation);
        const as = hasCredential ? credentialOf(scheme.name, family) : null;
        const call = declaredCall(operation, target.settings, { deploymentId });
        return http.send({ ...call, as, allowsAbsent: true });
      };
      const { there, missing } = await routes.servedOf(profile);
      const [served] = there;

      // The interface does not show which methods the other platform resources have: one of them will do.
      const isEnough = missing.length === 0 || (profile === 'platform' && served !== undefined);
      if (!isEnough && !routes.isOffered(profile)) notTested(await routes.whyProfileMissing(profile));
      const answers = isEnough ? [] : await allOf(missing.map((operation) => ask(operation)));
      // Methods of the other platform resources are not shown: one that takes no GET is there.
      if (profile === 'platform' && answers.some(({ status }) => status === 405))
        notTested(
          'the other platform resources answer GET with 405, and which methods they take is not shown',
        );
      for (const answer of answers) expect(answer, `${answer.operation}:`).toBeServed();

      // Of those that take a payload, it is not shown which. The metadata take none.
      const reads = there.filter((one) => profile !== 'platform' && contract.operation(one).method === 'GET');
      for (const read of reads) expect(await ask(read), `${read}:`).toBeHandled();

      // A server that answers everybody alike serves nothing.
      if (served === undefined)
        return notTested(`no route of ${profile} was served when it was first asked for`);
      // What a payload that is not shown names may not be there.
      const letIn = controlLetIn(await ask(served), {
        isDeclared: isDeclared(served, target.settings),
        isServed: true,
      });
      endIfStrangersGetTheSame(letIn, [await ask(served, false)]);
    },
  );
