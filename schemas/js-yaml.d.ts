/** What the suite uses of this package, which brings no types of its own. */
declare module 'js-yaml' {
  export const JSON_SCHEMA: unique symbol;
  export function load(text: string, options: { schema: typeof JSON_SCHEMA }): unknown;
}
