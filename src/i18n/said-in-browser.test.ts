import fs from 'node:fs';
import { expect, test } from 'vitest';
import { isSaidInBrowser } from './said-in-browser';

const messages = Object.keys(JSON.parse(fs.readFileSync('messages/en.json', 'utf8')));

test('no part of a signed-in page asks for words that stay on the server', () => {
  // What is there for visitors is drawn on the server.
  const files = fs
    .globSync([
      'src/features/**/*.{ts,tsx}',
      'src/components/**/*.{ts,tsx}',
      'src/i18n/**/*.{ts,tsx}',
      'src/app/**/(app)/**/*.{ts,tsx}',
    ])
    .filter((file) => !file.startsWith('src/components/site/'));
  const asked = files.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/useTranslations\(\s*[`'"](\w+)/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  expect(new Set(asked.map(({ name }) => name)).size).toBeGreaterThan(100);
  expect(asked.filter(({ name }) => !isSaidInBrowser(name))).toEqual([]);
  expect(messages.filter((name) => !isSaidInBrowser(name)).length).toBeGreaterThan(5);
});
