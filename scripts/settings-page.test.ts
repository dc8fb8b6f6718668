import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsPage } from './settings-page.ts';

test('docs/settings.md is what the settings say of themselves', () => {
  expect(readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')).toBe(settingsPage());
});
