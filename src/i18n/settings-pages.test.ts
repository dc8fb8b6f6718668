import { expect, test } from 'vitest';
import { routing } from './routing.ts';
import { settingsFor, settingsPath } from './settings-pages.ts';

test('who is in no portfolio has four pages, a viewer all but the data, an owner each', () => {
  expect(settingsFor(null)).toEqual(['profile', 'access', 'portfolio', 'danger']);
  const everything = settingsFor('owner');
  expect(settingsFor('viewer')).toEqual(everything.filter((part) => part !== 'data'));
  expect(settingsFor('manager')).toEqual(settingsFor('viewer'));
});

test('each page below the settings is in their list', () => {
  const below = Object.keys(routing.pathnames).filter((path) => path.startsWith('/dashboard/settings/'));
  expect(settingsFor('owner').map(settingsPath).sort()).toEqual(below.sort());
});
