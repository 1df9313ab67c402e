import { fieldTable } from '../rules-page.ts';
import { kebab, must, type Profile, type TestableRequirement } from './row.ts';

/**
 * The field tables of the interface's resources: one requirement for each row of the page. The checks are not written by hand:
 * each id stands in `openapi.yaml` as `x-requirement` beside the schema of its field, and every answer that
 * the suite ever receives is judged by it.
 */

/** A row of a field table: the requirement, and what it is about. */
interface FieldRequirement extends TestableRequirement {
  readonly field: {
    readonly table: string;
    readonly name: string;
    /** What the interface says of it, such as `a string or null`. */
    readonly type: string;
    readonly isRequired: boolean;
  };
}

/** The tables: the start of their ids, their heading, and the profile of the fields that are always there. */
const TABLES: readonly (readonly [prefix: string, heading: string, profile: Profile])[] = [
  ['workspace-item', 'Workspace item', 'workspace'],
  ['workspace-page', 'WorkspaceConnectionResponse', 'core'],
  ['workspace-page-info', 'PageInfo', 'core'],
  ['workspace-owner', 'ResourceOwner', 'workspace'],
  ['workspace-dashboard', 'Dashboard', 'workspace'],
  ['workspace-config', 'DashboardConfig', 'workspace'],
  ['workspace-layout', 'DashboardLayout', 'workspace'],
  ['workspace-widget', 'DashboardWidget', 'workspace'],
  ['workspace-snapshot', 'ReportSnapshot', 'workspace'],
  ['workspace-column-format', 'ColumnFormatOverride', 'workspace'],
];

export const shapes: readonly FieldRequirement[] = TABLES.flatMap(([prefix, heading, profile]) =>
  fieldTable(heading).map(({ name, type, isRequired }) => ({
    ...must(`${prefix}-${kebab(name)}`, isRequired ? profile : 'workspace', ['access-token'], {
      source: `${heading}, ${name}`,
      quote: `\`${name}\` | ${type} | ${isRequired ? 'yes' : 'no'}`,
      statement: isRequired
        ? `${heading}: \`${name}\` is always there and is ${type}.`
        : `${heading}: \`${name}\`, where it is sent, is ${type}.`,
      remedy: isRequired
        ? `send \`${name}\` in every ${heading}, as ${type}`
        : `send \`${name}\` as ${type}, or leave it out`,
      // A page without an item is well-shaped.
      ...(isRequired && profile === 'core' ? { vacuousOn: ['empty page'] as const } : {}),
    }),
    field: { table: heading, name, type, isRequired },
  })),
);
