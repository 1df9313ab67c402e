type Sides = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Measures several sides in turn (A, B, A, B, …), so that what else the machine does falls on all of them.
 *
 * @param repeat - how often each side is measured
 * @param sides - what is compared, by name
 * @returns for each side what it came to, in the order of the repetitions
 */
export async function interleaved<Compared extends Sides>(
  repeat: number,
  sides: Compared,
): Promise<{ [Name in keyof Compared]: Awaited<ReturnType<Compared[Name]>>[] }> {
  const values = new Map<string, unknown[]>(Object.keys(sides).map((name) => [name, []]));
  for (let time = 0; time < repeat; time += 1)
    for (const [name, measure] of Object.entries(sides)) values.get(name)?.push(await measure());
  return Object.fromEntries(values) as { [Name in keyof Compared]: Awaited<ReturnType<Compared[Name]>>[] };
}
