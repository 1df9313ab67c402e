/** A MUST that a server breaks, by the sentence that says so. */
export interface Expected {
  /** Word for word. */
  readonly quote: string;
  readonly from: string;
}

/** What is true of each server, by requirement id: whatever else fails there is an error of the suite until somebody has read the standard. */
export const EXPECTED: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'scim2-server': {},
  'scimmy-express-4': {},
  'scimmy-express-5': {},
  canaille: {},
  cube: {},
};
