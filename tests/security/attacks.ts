import { afterAll, expect, test } from 'vitest';

type Row = { attack: string; held: string };

/**
 * Attacks of one kind. Each is a test of its own whose `run` gives back, in a few words, how it was held off;
 * in the end they are printed as a table, so that a run shows what was tried.
 */
export function attacks(kind: string) {
  const rows: Row[] = [];
  afterAll(() => {
    const width = Math.max(...rows.map((row) => row.attack.length), kind.length);
    const line = (left: string, right: string) => `  ${left.padEnd(width)}  ${right}`;
    const table = [line(kind, 'held off by'), ...rows.map((row) => line(row.attack, row.held))];
    console.log(`\n${table.join('\n')}\n`);
  });
  return (attack: string, run: () => Promise<string>) =>
    test(attack, async () => {
      const held = await run();
      expect(held).not.toBe('');
      rows.push({ attack, held });
    });
}
