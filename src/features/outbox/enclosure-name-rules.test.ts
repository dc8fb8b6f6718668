import { expect, test } from 'vitest';
import { enclosureName } from './enclosure-name-rules';

const mediaType = 'application/pdf';

test.each([
  ['Rechnung 12/2026', '1 Rechnung 12_2026.pdf'],
  ['..\\..\\Autostart\\x', '1 .._.._Autostart_x.pdf'],
  ['\u202efdp.exe', '1 fdp.exe.pdf'],
  ['  Heizung \u00a0 Keller ', '1 Heizung Keller.pdf'],
])('a paper called %s comes with a mail as one file, in no folder and not turned around', (title, name) => {
  expect(enclosureName({ title, mediaType }, 1)).toBe(name);
});
