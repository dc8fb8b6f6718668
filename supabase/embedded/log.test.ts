import { expect, test, vi } from 'vitest';
import { stderrLog } from './log.ts';

test('a line holds the answer of a mail server and where it came from, and no address', () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const error = new Error("Can't send mail: 550 5.1.1 <anna@example.com> $& unknown");
  error.stack = `Error: ${error.message}\n    at send (node_modules/@smtp/client.js:1:2)`;
  stderrLog.warn({ err: error, attempt: 1 }, 'mail could not be sent');
  write.mockRestore();
  expect(lines).toEqual([
    "supabase warn mail could not be sent err=Error: Can't send mail: 550 5.1.1 <[address]> $& unknown\n" +
      '    at send (node_modules/@smtp/client.js:1:2) attempt=1\n',
  ]);
});
