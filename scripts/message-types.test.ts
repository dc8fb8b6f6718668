import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { followMessageTypes } from './message-types.ts';

test('the types of messages follow the words, and are whole while an editor saves', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-messages-'));
  const words = path.join(folder, 'en.json');
  const types = () => fs.readFileSync(path.join(folder, 'en.d.json.ts'), 'utf8');
  const typesOf = (word: string) =>
    `declare const messages: {"title":"${word}"};\nexport default messages;\n`;
  const said: string[] = [];
  fs.writeFileSync(words, '{"title":"Rent"}');
  const following = followMessageTypes(folder, (line) => said.push(line));
  try {
    expect(types()).toBe(typesOf('Rent'));
    fs.writeFileSync(words, '');
    await vi.waitFor(() => expect(said).toHaveLength(1));
    expect(types(), 'what cannot be read changes nothing').toBe(typesOf('Rent'));
    fs.writeFileSync(words, '{"title":"Rents"}');
    await vi.waitFor(() => expect(types()).toBe(typesOf('Rents')));
    expect(fs.readdirSync(folder).sort(), 'nothing else is left').toEqual(['en.d.json.ts', 'en.json']);
  } finally {
    following.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
