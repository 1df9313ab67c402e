import { kebab, must, type NullServer, type Profile, type TestableRequirement } from './row.ts';

/**
 * The field tables of the interface's resources: one row per table row. The checks are not written by hand:
 * each id stands in `openapi.yaml` as `x-requirement` beside the schema of its field, and every answer that
 * the suite ever receives is judged by it.
 */

/** [field, what the interface says of it, 'required' when the field must be there, who keeps it and does nothing]. */
type FieldRow = readonly [
  field: string,
  type: string,
  presence: 'required' | 'optional',
  vacuousOn?: readonly NullServer[],
];

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

/** Rows for one field table, `section`. `profile` is that of the required fields; optional ones are always `workspace`. */
function fields(
  prefix: string,
  section: string,
  rows: readonly FieldRow[],
  profile: Profile = 'workspace',
): FieldRequirement[] {
  return rows.map(([name, type, presence, vacuousOn]) => {
    const isRequired = presence === 'required';
    const row = must(`${prefix}-${kebab(name)}`, isRequired ? profile : 'workspace', ['access-token'], {
      source: `${section}, ${name}`,
      quote: `\`${name}\` | ${type} | ${isRequired ? 'yes' : 'no'}`,
      statement: isRequired
        ? `${section}: \`${name}\` is always there and is ${type}.`
        : `${section}: \`${name}\`, where it is sent, is ${type}.`,
      remedy: isRequired
        ? `send \`${name}\` in every ${section}, as ${type}`
        : `send \`${name}\` as ${type}, or leave it out`,
      ...(vacuousOn ? { vacuousOn } : {}),
    });
    return { ...row, field: { table: section, name, type, isRequired } };
  });
}

const ITEM: FieldRow[] = [
  ['id', 'an integer', 'required'],
  ['deploymentId', 'an integer', 'required'],
  ['name', 'a string', 'required'],
  ['type', 'one of FOLDER, WORKBOOK, REPORT', 'required'],
  ['meta', 'an object', 'required'],
  ['calculatedFields', 'an object', 'required'],
  ['createdAt', 'a date or a date-time (RFC 3339, with offset or Z)', 'required'],
  ['updatedAt', 'a date or a date-time (RFC 3339, with offset or Z)', 'required'],
  ['createdBy', 'an integer', 'optional'],
  ['userId', 'a number or null', 'optional'],
  ['folderId', 'a number or null', 'optional'],
  ['slug', 'a string or null', 'optional'],
  ['isFavorite', 'a boolean or null', 'optional'],
  ['user', 'a ResourceOwner or null', 'optional'],
  ['dashboardDraft', 'a DashboardConfig or null', 'optional'],
  ['dashboardPublished', 'a DashboardConfig or null', 'optional'],
  ['publishedDashboard', 'a Dashboard or null', 'optional'],
];

/** A page without an item is well-shaped. */
const EMPTY_PAGE = ['empty page'] as const;
const PAGE: FieldRow[] = [
  ['items', 'an array of workspace items', 'required', EMPTY_PAGE],
  ['pageInfo', 'a PageInfo object', 'required', EMPTY_PAGE],
];

const PAGE_INFO: FieldRow[] = [
  ['hasNextPage', 'a boolean', 'required', EMPTY_PAGE],
  ['hasPreviousPage', 'a boolean', 'required', EMPTY_PAGE],
  ['startCursor', 'a string or null', 'optional'],
  ['endCursor', 'a string or null', 'optional'],
];

const OWNER: FieldRow[] = [
  ['id', 'an integer', 'required'],
  ['email', 'a string', 'required'],
  ['firstName', 'a string or null', 'optional'],
  ['picture', 'a string or null', 'optional'],
];

const DASHBOARD: FieldRow[] = [
  ['id', 'an integer', 'required'],
  ['publicId', 'a string', 'required'],
  ['deploymentId', 'an integer', 'required'],
  ['workbookId', 'an integer', 'required'],
  ['status', 'one of draft, published, archived', 'required'],
  ['allowEmbed', 'a boolean', 'required'],
  ['config', 'a DashboardConfig', 'required'],
  ['versionNumber', 'an integer', 'required'],
  ['versionId', 'an integer', 'required'],
  ['reportSnapshots', 'an array of ReportSnapshot', 'required'],
  ['createdBy', 'an integer or null', 'optional'],
  ['description', 'a string or null', 'optional'],
  ['title', 'a string or null', 'optional'],
  ['fromSharedWorkspace', 'a boolean or null', 'optional'],
  ['restrictDataDownload', 'a boolean or null', 'optional'],
  ['useBoardDashboards', 'a boolean or null', 'optional'],
];

const CONFIG: FieldRow[] = [
  ['title', 'a string or null', 'optional'],
  ['description', 'a string or null', 'optional'],
  ['layout', 'a DashboardLayout or null', 'optional'],
  ['settings', 'a free-form object or null', 'optional'],
  ['theme', 'a free-form object or null', 'optional'],
  ['widgets', 'an array of DashboardWidget or null', 'optional'],
];

const LAYOUT: FieldRow[] = [
  ['breakpoints', 'an object whose lg, md, sm, xs, xxs are integers or null, or null', 'optional'],
  ['cols', 'an object whose lg, md, sm, xs, xxs are integers or null, or null', 'optional'],
  ['containerPadding', 'an array of integers or null', 'optional'],
  ['margin', 'an array of integers or null', 'optional'],
  ['rowHeight', 'an integer or null', 'optional'],
];

const WIDGET: FieldRow[] = [
  ['id', 'a string', 'required'],
  ['type', 'one of CHART, TEXT, FILTER, AI, TABS_CONTAINER, TIME_GRAIN', 'required'],
  ['position', 'an object with integers x, y, w and h', 'required'],
  ['config', 'a free-form object or null', 'optional'],
  ['style', 'a free-form object or null', 'optional'],
  ['responsiveLayouts', 'an object of positions (or null) by lg, md, sm, xs, xxs, or null', 'optional'],
];

const SNAPSHOT: FieldRow[] = [
  ['id', 'an integer', 'required'],
  ['reportId', 'an integer', 'required'],
  ['versionNumber', 'an integer', 'required'],
  ['name', 'a string or null', 'optional'],
  ['title', 'a string or null', 'optional'],
  ['description', 'a string or null', 'optional'],
  ['sqlQuery', 'a string or null', 'optional'],
  ['kind', 'one of vega, table, kpi, html, map, or null', 'optional'],
  ['meta', 'a free-form object or null', 'optional'],
  ['spec', 'a string, an object or null', 'optional'],
  [
    'fillMissingRows',
    'an object with a string `member` and excludedDimensions (array of string or null), or null',
    'optional',
  ],
  [
    'preferences',
    'an object whose columnFormats maps column names to ColumnFormatOverride (or is null), or null',
    'optional',
  ],
];

const COLUMN_FORMAT: FieldRow[] = [
  ['type', 'one of currency, percent, number', 'required'],
  ['decimalPlaces', 'an integer or null', 'optional'],
];

export const shapes: readonly FieldRequirement[] = [
  ...fields('workspace-item', 'Workspace item', ITEM),
  ...fields('workspace-page', 'WorkspaceConnectionResponse', PAGE, 'core'),
  ...fields('workspace-page-info', 'PageInfo', PAGE_INFO, 'core'),
  ...fields('workspace-owner', 'ResourceOwner', OWNER),
  ...fields('workspace-dashboard', 'Dashboard', DASHBOARD),
  ...fields('workspace-config', 'DashboardConfig', CONFIG),
  ...fields('workspace-layout', 'DashboardLayout', LAYOUT),
  ...fields('workspace-widget', 'DashboardWidget', WIDGET),
  ...fields('workspace-snapshot', 'ReportSnapshot', SNAPSHOT),
  ...fields('workspace-column-format', 'ColumnFormatOverride', COLUMN_FORMAT),
];
