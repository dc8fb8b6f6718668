import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { knownAction } from './audit-words';

const features = path.resolve(import.meta.dirname, '../..');

/** What the commands write into the audit, as it stands in their source. */
function recordedActions(): string[] {
  const files = fs
    .readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const source = fs.readFileSync(path.join(features, file), 'utf8');
    return [...source.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)].flatMap((found) => found[1] ?? []);
  });
}

test('whatever is recorded has words of its own among the last changes', () => {
  const recorded = recordedActions();
  expect(recorded).toContain('payment.correct');
  expect(recorded.filter((action) => knownAction(action) === null)).toEqual([]);
});
