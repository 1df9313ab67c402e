import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'preact-render-to-string';
import type { DocumentInput } from '../common.ts';
import { Page } from './page.tsx';
import { titleOf } from './verdict.tsx';

/** Files of ours that become a part of the page, in this order. */
const STYLES = ['colours', 'text', 'verdict', 'controls', 'requirement', 'media'];
const SCRIPTS = ['filter', 'reveal', 'copy'];

/** The texts of such files. Browsers read the ends of lines as they are here. */
const assets = (type: 'style' | 'script', extension: string, names: readonly string[]): string =>
  names
    .map((name) => readFileSync(join(import.meta.dirname, type, `${name}.${extension}`), 'utf8'))
    .join('')
    .replaceAll('\r\n', '\n');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, and nothing runs but the page's own style and script: a hole in the escaping would open nothing. */
const policy = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * The report as a page: one file that loads nothing. Texts of the target are escaped, and shown with what nobody would see
 * in them made visible.
 *
 * @param input - the report, and the comparison with an earlier one where there is one
 * @returns the text of `index.html`
 */
export function htmlReport({ report, comparison }: DocumentInput): string {
  const style = assets('style', 'css', STYLES);
  const script = assets('script', 'js', SCRIPTS);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${renderToString(<title>{titleOf(report)}</title>)}
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${renderToString(<Page report={report} comparison={comparison} />)}
<script>${script}</script>
</body>
</html>
`;
}
