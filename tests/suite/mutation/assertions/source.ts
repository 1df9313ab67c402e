import ts from 'typescript';

/** An assertion in a source text. */
export interface Assertion {
  /** Its first line and its last, counted from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** Its source, on one line. */
  readonly text: string;
}

/**
 * Every assertion of a source text: each call of a matcher on `expect(...)`, awaited or not, where its value is not used.
 *
 * @param source - TypeScript
 */
export function assertionsIn(source: string): Assertion[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: Assertion[] = [];
  const visit = (node: ts.Node): void => {
    const isBody = ts.isArrowFunction(node.parent ?? file) && (node.parent as ts.ArrowFunction).body === node;
    const asserting = ts.isExpressionStatement(node) ? node.expression : isBody ? node : undefined;
    if (asserting && isAssertion(asserting)) {
      const [start, end] = [asserting.getStart(file), asserting.getEnd()];
      const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
      const text = source.slice(start, end).replaceAll(/\s+/g, ' ');
      found.push({ line: lineOf(start), lastLine: lineOf(end), text });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isAssertion(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return isAssertion(node.expression);
  if (!ts.isCallExpression(node)) return false;
  return isMatcherOfExpect(node.expression);
}

/** `expect(...).toBe`, `expect(...).not.toBe`, `expect.soft(...).toBe`. */
function isMatcherOfExpect(node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node)) return false;
  const inner = node.expression;
  if (ts.isCallExpression(inner)) return /^expect(\.\w+)?$/.test(inner.expression.getText());
  return isMatcherOfExpect(inner);
}
