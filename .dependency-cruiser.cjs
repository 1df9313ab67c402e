/** Which part of the project may import which: ARCHITECTURE.md, "Folders". Run by `npm run check`. */

/**
 * The folders of fixtures/, and which others each may import. The kernel comes first; each folder of it may import those before it,
 * and a section of the interface may import all of it.
 */
const KERNEL = ['values', 'verdict', 'target', 'http', 'expect'];
const SECTIONS = {
  workspace: [],
  platform: [],
  scim: [],
  embed: ['scim'],
  'embed-tenants': ['embed', 'scim'],
  authentication: ['embed', 'embed-tenants', 'scim'],
};
const ABOVE = {
  discovery: Object.keys(SECTIONS),
  cleanup: ['embed', 'embed-tenants'],
  run: [...Object.keys(SECTIONS), 'discovery', 'cleanup'],
};

const kernel = KERNEL.map((folder, index) => [folder, KERNEL.slice(0, index)]);
const imports = Object.entries({ ...SECTIONS, ...ABOVE }).map(([folder, others]) => [
  folder,
  [...KERNEL, ...others],
]);

const folders = [...kernel, ...imports].map(([folder, others]) => ({
  name: `imports-of-${folder}`,
  severity: 'error',
  comment: `fixtures/${folder} may import ${['schemas', ...others].join(', ')}.`,
  from: { path: `^fixtures/${folder}/` },
  to: { path: '^fixtures/', pathNot: `^fixtures/(${[folder, ...others].join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Files that import one another cannot be read, tested or moved alone.',
      from: {},
      to: { circular: true },
    },
    ...folders,
    {
      name: 'schemas-stand-alone',
      severity: 'error',
      comment: 'schemas/ says what the interface says: it imports nothing of ours.',
      from: { path: '^schemas/' },
      to: { path: '^(fixtures|reporters|tests)/' },
    },
    {
      name: 'fixtures-import-schemas-alone',
      severity: 'error',
      comment: 'fixtures/ may import schemas/.',
      from: { path: '^fixtures/' },
      to: { path: '^(reporters|tests)/' },
    },
    {
      name: 'reporters-import-schemas-alone',
      severity: 'error',
      comment: 'Reporters turn evidence into verdicts: they know nothing of how it came about.',
      from: { path: '^reporters/', pathNot: '^reporters/certification/' },
      to: { path: '^(fixtures|tests)/' },
    },
    {
      name: 'certification-judges-with-what-sends-nothing',
      severity: 'error',
      comment:
        'A certificate is judged again by the oracles, from recorded answers: reporters/certification/ knows settings, bodies and oracles. Only what compares it with the live target sends anything.',
      from: { path: '^reporters/certification/', pathNot: '^reporters/certification/against\\.ts$' },
      to: {
        path: '^(fixtures|tests)/',
        pathNot:
          '^fixtures/(values|target)/|^fixtures/http/(body|exchange|status)\\.ts$|^fixtures/workspace/(page|order)\\.ts$',
      },
    },
    {
      name: 'certification-stands-apart',
      severity: 'error',
      comment: 'A run is judged without anything of certificates.',
      from: { path: '^reporters/', pathNot: '^reporters/certification/' },
      to: { path: '^reporters/certification/' },
    },
    {
      name: 'conformance-tests-import-the-index-alone',
      severity: 'error',
      comment:
        'A conformance test imports fixtures/index.ts, what its section shares, and nothing else of ours.',
      from: { path: '^tests/(?!suite/)([^/]+)/' },
      to: {
        path: '^(fixtures|schemas|reporters|tests)/',
        pathNot: '^fixtures/index\\.ts$|^tests/$1/(?!.*\\.spec\\.ts$)',
      },
    },
    {
      name: 'nobody-imports-the-index-below-it',
      severity: 'error',
      comment: 'fixtures/index.ts puts everything together: nothing that it puts together imports it.',
      from: { path: '^fixtures/' },
      to: { path: '^fixtures/index\\.ts$' },
    },
    {
      name: 'the-reference-is-never-consulted',
      severity: 'error',
      comment: 'The embedded target is judged like any other: what judges does not know it.',
      from: { path: '^(fixtures|reporters|schemas|tests)/', pathNot: '^(fixtures/reference|tests/suite)/' },
      to: { path: '^fixtures/reference/' },
    },
    {
      name: 'the-reference-stands-apart',
      severity: 'error',
      comment: 'The reference uses no code that judges: both would make the same mistake.',
      from: { path: '^fixtures/reference/', pathNot: '^fixtures/reference/adapter\\.ts$' },
      to: { path: '^fixtures/', pathNot: '^fixtures/(reference|values)/' },
    },
    {
      name: 'the-correct-server-knows-no-faults',
      severity: 'error',
      comment:
        'fixtures/reference/server/ can be read as a correct server: what servers do instead is in faults/.',
      from: { path: '^fixtures/reference/server/' },
      to: { path: '^fixtures/reference/(faults|seed)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
