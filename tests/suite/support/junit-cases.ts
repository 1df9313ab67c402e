import { create } from 'xmlbuilder2';

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
export interface JunitSuite {
  attributes: Record<string, string>;
  cases: JunitCase[];
}

/** The part of the document model that is used here. */
interface XmlElement {
  readonly tagName: string;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly children: Iterable<XmlElement>;
  getElementsByTagName(name: string): Iterable<XmlElement>;
}

const rootOf = (xml: string): XmlElement => create(xml).root().node as unknown as XmlElement;

function caseOf(element: XmlElement): JunitCase {
  const [child] = [...element.children];
  const isPassed = !child || child.tagName === 'system-out';
  return {
    classname: element.getAttribute('classname') ?? '',
    name: element.getAttribute('name') ?? '',
    time: element.getAttribute('time') ?? '',
    ending: isPassed ? 'passed' : (child.tagName as JunitCase['ending']),
    type: child?.getAttribute('type') ?? '',
    message: child?.getAttribute('message') ?? '',
    text: child?.textContent ?? '',
  };
}

/** The test cases of a document, in its order. */
export const casesIn = (xml: string): JunitCase[] =>
  [...rootOf(xml).getElementsByTagName('testcase')].map(caseOf);

/** The test case of a requirement. */
export const caseFor = (xml: string, id: string): JunitCase | undefined =>
  casesIn(xml).find(({ name }) => name.startsWith(`${id}: `));

/** The whole, then each suite, with the cases in it. */
export function suitesIn(xml: string): JunitSuite[] {
  const root = rootOf(xml);
  return [root, ...root.getElementsByTagName('testsuite')].map((element) => ({
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    cases: [...element.getElementsByTagName('testcase')].map(caseOf),
  }));
}
