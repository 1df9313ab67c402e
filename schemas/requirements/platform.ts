import { must, type Requirement, should } from './row.ts';

const DEPLOYMENTS = 'Other platform resources, deployments listing';

/** What the interface shows of the platform resources beyond their authentication. */
export const platform: readonly Requirement[] = [
  must('platform-deployments-items', 'core', ['access-token'], {
    source: `${DEPLOYMENTS} items`,
    quote: 'The listing of deployments returns `items`.',
    statement: 'The deployments listing returns `items`, an array.',
    remedy: 'answer GET /v1/deployments with a JSON object that has `items`',
    vacuousOn: ['empty page'],
  }),
  must('platform-deployment-id', 'core', ['access-token'], {
    source: `${DEPLOYMENTS} id`,
    quote: 'Every deployment of the listing has an `id`.',
    statement: 'Each deployment has an `id`.',
    remedy: 'send `id` with every deployment',
  }),
  must('platform-deployment-name', 'core', ['access-token'], {
    source: `${DEPLOYMENTS} name`,
    quote: 'Every deployment of the listing has a `name`.',
    statement: 'Each deployment has a `name`.',
    remedy: 'send `name` with every deployment',
  }),
  must('platform-deployments-first', 'platform', ['access-token'], {
    source: `${DEPLOYMENTS} first`,
    quote: 'The listing of deployments takes the query parameter `first`, an integer.',
    statement: 'The deployments listing accepts `first`.',
    remedy: 'take the query parameter `first` where deployments are listed',
  }),
  // What `first` means there is not shown.
  should('platform-deployments-first-limits', 'platform', ['access-token'], {
    source: `${DEPLOYMENTS} first`,
    statement: 'The deployments listing holds no more deployments than `first` asks for.',
    remedy: 'read `first` and cut the listing there',
  }),
  must('platform-resources-served', 'platform', ['access-token'], {
    source: 'What the service does, Platform API',
    quote: 'Roots of resources below `{base_url}`.',
    statement:
      'At least one of the other platform resources exists: it answers GET, or says which other methods it allows.',
    remedy: 'serve the resource roots under the base address that ends in /api',
  }),
];
