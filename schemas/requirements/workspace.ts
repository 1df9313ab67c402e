import { must, type Requirement, should } from './row.ts';

const LIST = 'List workspace items';
const TOKEN = ['access-token'] as const;
const CURSORS =
  'Pagination is cursor-based: `pageInfo` of a page holds the cursors, `after` takes one, and `first` says how many items are wanted.';
const SORTED_BY =
  '`updated_at`, `created_at`, `name`, `viewer_last_viewed_at`, or null: the sort key of the items that are not folders.';

/** "List workspace items" with its parameters, rules and limit. */
export const workspace: readonly Requirement[] = [
  must('workspace-answers-200-json', 'core', TOKEN, {
    source: `${LIST}, response`,
    quote: 'Status 200 and `application/json`: a WorkspaceConnectionResponse.',
    statement: 'A listing with a valid token answers 200 with `application/json`.',
    remedy: 'answer the listing with status 200 and Content-Type application/json',
    vacuousOn: ['empty page'],
  }),
  must('workspace-root-default', 'workspace', TOKEN, {
    source: `${LIST}, rule 1`,
    quote: 'A listing without `folderId` holds the items at the root of the workspace.',
    statement: 'Without `folderId` the listing holds the items at the workspace root, and only those.',
    remedy: 'when `folderId` is omitted, return the items whose parent is the root, not those inside folders',
  }),
  must('workspace-folders-first', 'workspace', TOKEN, {
    source: `${LIST}, rule 2`,
    quote: 'Folders always come before all items of other types.',
    statement: 'Folders come before every other item, over all pages and for every query.',
    remedy: 'sort by "is a folder" before the requested key, in the query that pages are cut from',
  }),
  must('workspace-order-non-folders-only', 'workspace', TOKEN, {
    source: `${LIST}, rule 3`,
    quote: 'The requested order applies only to items that are not folders.',
    statement: 'All items that are not folders form one ordered sequence, whatever their type.',
    remedy: 'sort workbooks and reports together by the requested key; only folders are set apart',
  }),
  must('workspace-cursor-walk-complete', 'workspace', TOKEN, {
    source: `${LIST}, rule 4`,
    quote: CURSORS,
    statement: 'Following `endCursor` to the end yields every item exactly once, at every page size.',
    remedy: 'give the sort a unique last key (the id) and continue strictly after the cursor position',
  }),
  must('workspace-cursor-keeps-query', 'workspace', TOKEN, {
    source: `${LIST}, rule 4`,
    quote: CURSORS,
    statement: 'Later pages keep the filters and the order of the first.',
    remedy: 'apply folder, types, search and order to every page, not only to the first',
  }),
  must('workspace-has-next-page-truthful', 'core', TOKEN, {
    source: `${LIST}, rule 4`,
    quote: CURSORS,
    statement:
      '`hasNextPage` is true when more items follow, and `endCursor` then leads to them. When nothing follows it is false, at the latest on one empty page after a full one.',
    remedy: 'compute `hasNextPage` by looking one item past the page, and send `endCursor` with it',
  }),
  should('workspace-has-next-page-false-at-end', 'workspace', TOKEN, {
    source: 'PageInfo, hasNextPage',
    statement: '`hasNextPage` is false on a last page that is exactly full.',
    remedy: 'look one item past the page: a full page does not mean that more items follow',
  }),
  should('workspace-after-start-cursor', 'workspace', TOKEN, {
    source: `${LIST}, after`,
    statement: '`after` with the `startCursor` of a page leads to the first or the second item of that page.',
    remedy: 'send the cursor of the first item of the page as `startCursor`, or that of the item before it',
  }),
  must('workspace-access-filtered', 'workspace', ['access-token', 'other-access-token'], {
    source: `${LIST}, rule 5`,
    quote: 'A caller gets the items that this caller may access, and no others.',
    statement: 'Only items that the calling user can access are returned, on every page and in search.',
    remedy:
      'filter by the caller in the query itself: root, folder content, search, later pages. If both tokens are of one user, or TARGET_PRIVATE_ITEM_ID is shared with the second user, correct the settings',
  }),
  must('workspace-caller-views-agree', 'workspace', ['access-token', 'other-access-token'], {
    source: `${LIST}, rule 5`,
    quote: 'A caller gets the items that this caller may access, and no others.',
    statement: 'An item that a walk shows a caller is also found by that caller by its name and by its type.',
    remedy: 'apply the same access check in folders, in search and with types',
  }),
  must('workspace-defaults-free', 'workspace', TOKEN, {
    source: `${LIST}, rule 6`,
    quote: `Folders always come before all items of other types. […] ${CURSORS}`,
    statement:
      'A listing that leaves order and page size to the target is walked like any other: every item once, folders first.',
    remedy:
      'fill in the default order and page size before anything else uses them, and the same on every page',
  }),
  must('workspace-path-deployment', 'workspace', TOKEN, {
    source: `${LIST}, deploymentId`,
    quote: 'A number in the path, required: the deployment whose workspace is listed.',
    statement: 'Every item of a listing belongs to the deployment named in the path.',
    remedy: "filter by the path's deployment, and send it as each item's `deploymentId`",
  }),
  should('workspace-unknown-deployment', 'workspace', TOKEN, {
    source: `${LIST}, deploymentId`,
    statement: 'A deployment that does not exist is refused with a 4xx.',
    remedy: 'answer 404 for a deployment that does not exist',
  }),
  must('workspace-folder-contents', 'workspace', TOKEN, {
    source: `${LIST}, folderId`,
    quote: 'An integer or null: the folder whose contents are listed.',
    statement: '`folderId` lists the contents of that folder, and only those.',
    remedy: 'return exactly the direct children of the folder',
  }),
  should('workspace-item-names-folder', 'workspace', TOKEN, {
    source: 'Workspace item, folderId',
    statement: 'If the `folderId` of an item names a folder, it is the folder that lists the item.',
    remedy: 'send the id of the folder that lists the item as its `folderId`, and null at the root',
  }),
  must('workspace-folder-unknown', 'workspace', TOKEN, {
    source: `${LIST}, folderId`,
    quote: 'An integer or null: the folder whose contents are listed.',
    statement: 'A `folderId` that names no folder yields no item: a 4xx or an empty page.',
    remedy:
      'list nothing when `folderId` names no folder: neither the root nor the folder that contains such an item',
  }),
  must('workspace-types-filter', 'workspace', TOKEN, {
    source: `${LIST}, types`,
    quote: 'An array of `FOLDER`, `WORKBOOK` and `REPORT`, or null: only items of these types are returned.',
    statement: '`types` restricts the listing to that type, and keeps every item of that type.',
    remedy: 'filter by type in the query that pages are cut from',
  }),
  must('workspace-types-repeated', 'workspace', TOKEN, {
    source: `${LIST}, types`,
    quote: 'To name several types, repeat the parameter.',
    statement: 'Repeating `types` selects the union of the types named.',
    remedy:
      'read every value of the repeated query parameter, and select the items whose type is any of them',
  }),
  must('workspace-search-substring', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    quote: 'A string or null: only items whose name contains it are returned. Case is ignored.',
    statement: '`search` returns exactly the items whose name contains the text, anywhere in the name.',
    remedy: 'match the text at the start, in the middle and at the end of names',
  }),
  must('workspace-search-case-insensitive', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    quote: 'A string or null: only items whose name contains it are returned. Case is ignored.',
    statement: '`search` ignores case.',
    remedy: 'fold both the text and the name before comparing',
  }),
  should('workspace-search-folds-unicode', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    statement: '`search` ignores case in letters beyond ASCII too.',
    remedy: 'fold case by Unicode rules, not only A to Z',
  }),
  must('workspace-search-literal', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    quote: 'A string or null: only items whose name contains it are returned. Case is ignored.',
    statement:
      'Every character of `search` is literal: `%`, `_`, `*`, quotes, backslash, blanks between other characters.',
    remedy:
      'escape the wildcards of the pattern language before matching: % and _ with ESCAPE in LIKE, and every sign of a regular expression (re.escape in Python, Regexp.escape in Ruby, Pattern.quote in Java); decode the query once, gateways and caches included',
  }),
  should('workspace-search-blanks-at-ends', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    statement: 'Blanks at the ends of `search` are literal.',
    remedy: 'do not trim the text before matching',
  }),
  must('workspace-search-all-folders', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    quote: 'It searches all folders, not only the current level.',
    statement: '`search` looks across all folders, not only the current level.',
    remedy: 'drop the parent condition when `search` is given',
  }),
  must('workspace-search-absent-text', 'workspace', TOKEN, {
    source: `${LIST}, search`,
    quote: `A string or null: only items whose name contains it are returned. […] ${CURSORS}`,
    statement: 'A text that no name contains yields an empty page, which says that nothing follows.',
    remedy: 'answer 200 with no items and hasNextPage false when nothing matches',
  }),
  ...['updated', 'created'].map((done) =>
    must(`workspace-order-${done}-at`, 'workspace', TOKEN, {
      source: `${LIST}, orderByField`,
      quote: SORTED_BY,
      statement: `\`${done}_at\` orders the items that are not folders by \`${done}At\`, as instants, over the whole walk.`,
      remedy: `sort by the ${done}At instant before cutting pages`,
    }),
  ),
  must('workspace-order-name', 'workspace', TOKEN, {
    source: `${LIST}, orderByField`,
    quote: SORTED_BY,
    statement:
      '`name` orders the items that are not folders by name. Judged on pairs of names that all usual collations order alike, and by one direction reversing the other.',
    remedy: 'sort by name with one collation, the same for every page and both directions',
  }),
  must('workspace-order-viewer-last-viewed', 'workspace', TOKEN, {
    source: `${LIST}, orderByField`,
    quote: SORTED_BY,
    statement: '`viewer_last_viewed_at` is accepted: a well-shaped page, folders first.',
    remedy: 'accept viewer_last_viewed_at as a sort key',
  }),
  must('workspace-order-direction', 'workspace', TOKEN, {
    source: `${LIST}, orderByDirection`,
    quote: '`ASC`, `DESC`, or null: the direction of that order.',
    statement: '`ASC` sorts in ascending and `DESC` in descending order, for each sort key.',
    remedy: 'apply orderByDirection to the sort of the items that are not folders',
  }),
  must('workspace-first-limits', 'core', TOKEN, {
    source: `${LIST}, first`,
    quote: 'An integer, at least 1 (Limits): how many items are wanted.',
    statement: 'A page is never longer than `first`.',
    remedy: 'cut every page at `first` items',
  }),
  must('workspace-first-minimum', 'core', TOKEN, {
    source: 'Limits, first',
    quote: '`first` of a workspace listing is at least 1.',
    statement: '`first` below 1 is refused.',
    remedy: 'answer 400 when `first` is 0 or negative',
  }),
  should('workspace-first-not-a-number', 'workspace', TOKEN, {
    source: `${LIST}, first`,
    statement: '`first` or `folderId` that is no integer is refused with a 4xx.',
    remedy: 'validate `first` and `folderId` as integers and answer 400 otherwise',
  }),
  should('workspace-enum-unknown', 'workspace', TOKEN, {
    source: `${LIST}, orderByField`,
    statement:
      'Values outside the enumerations of types, orderByField and orderByDirection are refused with a 4xx; an empty parameter that may be null causes no server error.',
    remedy: 'validate enumerated parameters and answer 400 otherwise',
  }),
  should('workspace-after-unknown', 'workspace', TOKEN, {
    source: `${LIST}, after`,
    statement: 'A cursor that was never issued does not cause a server error.',
    remedy: 'answer 400, or start over, when a cursor cannot be read',
    vacuousOn: ['empty page'],
  }),
  should('workspace-first-page-has-no-previous', 'workspace', TOKEN, {
    source: 'PageInfo, hasPreviousPage',
    statement: '`hasPreviousPage` is false on a first page.',
    remedy: 'send hasPreviousPage false when no `after` was given',
    vacuousOn: ['empty page'],
  }),
];
