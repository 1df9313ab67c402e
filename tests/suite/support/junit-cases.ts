import { XMLParser } from 'fast-xml-parser';

/** A `testcase` as a reader of the document sees it. */
interface JunitCase {
  classname: string;
  name: string;
  ending: 'passed' | 'failure' | 'error' | 'skipped';
  type: string;
  message: string;
  /** Of the element that says how it ended, or of `system-out`. */
  text: string;
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

const childrenOf = (element: XmlElement, name: string): XmlElement[] => (element[name] ?? []) as XmlElement[];

const attributesOf = (element: XmlElement): Record<string, string> =>
  Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      name.startsWith('@') ? [[name.slice(1), String(value)]] : [],
    ),
  );

const ENDINGS = ['failure', 'error', 'skipped'] as const;

function caseOf(element: XmlElement): JunitCase {
  const { classname = '', name = '' } = attributesOf(element);
  const ending = ENDINGS.find((one) => one in element);
  const child = element[ending ?? 'system-out'] ?? '';
  const { type = '', message = '' } = typeof child === 'string' ? {} : attributesOf(child as XmlElement);
  const text = typeof child === 'string' ? child : String((child as XmlElement)['#text'] ?? '');
  return { classname, name, ending: ending ?? 'passed', type, message, text };
}

/** The test cases of a document, in its order. */
export const casesIn = (xml: string): JunitCase[] =>
  childrenOf(parser.parse(xml).testsuites, 'testsuite').flatMap((suite) =>
    childrenOf(suite, 'testcase').map(caseOf),
  );
