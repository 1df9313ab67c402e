import { startReference } from '../../../../fixtures/reference/start.ts';
import { declareAgainst } from '../many/declare.ts';
import { collectHonestly } from '../variants/collected.ts';
import { QUICK } from '../variants/declare.ts';
import { writeAsked } from './files.ts';

/** Every test, against a plain server of its own that notes which variants it asks for. */
const tests = await collectHonestly(async (test) => {
  const asked = new Set<string>();
  const { settings, close } = await startReference({ lookedUp: asked });
  return {
    settings: { ...settings, ...QUICK },
    close: () => {
      writeAsked(Number(test), asked);
      return close();
    },
  };
});

await declareAgainst(new Map(tests.flatMap((test, index) => (test ? [[String(index), [test]]] : []))));
