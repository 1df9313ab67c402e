import { XMLParser } from 'fast-xml-parser';

/** A `testcase` as a reader of the document sees it. */
export interface JunitCase {
  classname: string;
  name: string;
  time: string;
  ending: 'passed' | 'failure' | 'error' | 'skipped';
  type: string;
  message: string;
  /** Of the element that says how it ended, or of `system-out`. */
  text: string;
}

/** A suite, or all of them. */
interface JunitSuite {
  attributes: Record<string, string>;
  cases: JunitCase[];
}

/** An element as the parser gives it: attributes with `@` before their names, and children. A text alone is the text. */
type XmlElement = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

const rootOf = (xml: string): XmlElement => parser.parse(xml).testsuites;

const childrenOf = (element: XmlElement, name: string): XmlElement[] => (element[name] ?? []) as XmlElement[];

const attributesOf = (element: XmlElement): Record<string, string> =>
  Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      name.startsWith('@') ? [[name.slice(1), String(value)]] : [],
    ),
  );

const ENDINGS = ['failure', 'error', 'skipped'] as const;

function caseOf(element: XmlElement): JunitCase {
  const { classname = '', name = '', time = '' } = attributesOf(element);
  const ending = ENDINGS.find((one) => one in element);
  const child = element[ending ?? 'system-out'] ?? '';
  const { type = '', message = '' } = typeof child === 'string' ? {} : attributesOf(child as XmlElement);
  const text = typeof child === 'string' ? child : String((child as XmlElement)['#text'] ?? '');
  return { classname, name, time, ending: ending ?? 'passed', type, message, text };
}

/** The test cases of a document, in its order. */
export const casesIn = (xml: string): JunitCase[] =>
  suitesIn(xml)
    .slice(1)
    .flatMap(({ cases }) => cases);

/** The test case of a requirement. */
export const caseFor = (xml: string, id: string): JunitCase | undefined =>
  casesIn(xml).find(({ name }) => name.startsWith(`${id}: `));

/** The whole, then each suite, with the cases in it. */
export function suitesIn(xml: string): JunitSuite[] {
  const root = rootOf(xml);
  const suites = childrenOf(root, 'testsuite').map((suite) => ({
    attributes: attributesOf(suite),
    cases: childrenOf(suite, 'testcase').map(caseOf),
  }));
  return [{ attributes: attributesOf(root), cases: suites.flatMap(({ cases }) => cases) }, ...suites];
}
