import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Every form that creates something, with what it says of sending it again. */
const creates = fs.globSync('src/**/*.tsx', { cwd: root }).flatMap((file) =>
  fs
    .readFileSync(path.join(root, file), 'utf8')
    .matchAll(/\.create\.useMutation\(([^)]*)\)/g)
    .map(([, options = '']) => ({ file, options }))
    .toArray(),
);

test('what has an id of its own before it is created is sent again where the connection was lost', () => {
  expect(creates.length).toBeGreaterThan(15);
  expect(creates.filter(({ options }) => !options.includes('retry: retryTransient'))).toEqual([]);
});
