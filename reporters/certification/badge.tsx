import { renderToString } from 'preact-render-to-string';
import type { Statement } from '../../schemas/certificate.ts';
import { visible } from '../../schemas/visible-text.ts';
import { escaped, table } from '../documents/markdown-text.ts';
import type { Report } from '../report.ts';
import { certifiedLines, reachOf, verdictOn } from './certified.ts';

/** Pixels of a character of the badge's type, on average, and around a text. */
const [CHARACTER, MARGIN] = [6.6, 8];
const HEIGHT = 20;
const COLOURS = { conformant: '#1a7f37', 'not conformant': '#b42318', undetermined: '#57606a' } as const;

/**
 * A badge as an SVG that loads nothing: the interface, and the verdict of one version of a product.
 *
 * @param digest - SHA-256 of the bundle
 */
export function badgeOf(statement: Statement, report: Report, digest: string): string {
  const { product, version, verdict, startedAt } = statement;
  const [left, right] = [
    'analytics API',
    `${verdictOn(statement, report)} · ${visible(`${product} ${version}`, 60)}`,
  ];
  const [leftWidth, rightWidth] = [left, right].map(
    (text) => Math.round(text.length * CHARACTER) + 2 * MARGIN,
  ) as [number, number];
  const label = `${left}: ${right}, ${startedAt.slice(0, 10)}, certificate ${digest}`;
  const width = leftWidth + rightWidth;
  return `${renderToString(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <rect width={leftWidth} height={HEIGHT} fill="#24292f" />
      <rect x={leftWidth} width={rightWidth} height={HEIGHT} fill={COLOURS[verdict]} />
      <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
        <text x={MARGIN} y="14">
          {left}
        </text>
        <text x={leftWidth + MARGIN} y="14">
          {right}
        </text>
      </g>
    </svg>,
  )}\n`;
}

/**
 * A certificate's statement in Markdown, for a page of the vendor.
 *
 * @param digest - SHA-256 of the bundle
 */
export function markdownOf(statement: Statement, report: Report, digest: string): string {
  const { vendor, product, version, contact, suite, required } = statement;
  const [, ...facts] = certifiedLines(statement, { ...report, profiles: [] });
  return [
    `**${escaped(product)} ${escaped(version)}** of ${escaped(vendor)}: **${escaped(verdictOn(statement, report))}**, ${facts.map(escaped).join(', ')}.`,
    '',
    table(
      ['profile', 'verdict', 'reach', 'required'],
      report.profiles.map(({ name, verdict, summary }) => [
        name,
        verdict,
        reachOf(summary.MUST),
        required.includes(name) ? 'yes' : 'no',
      ]),
    ),
    '',
    `Judged by ${escaped(suite.name)} ${escaped(suite.version)}, commit \`${suite.commit}\`. SHA-256 of the certificate: \`${digest}\`.`,
    `Check it with \`npm run verify -- BUNDLE --key=VENDOR.pub\`. Questions: ${escaped(contact)}.`,
    '',
  ].join('\n');
}
