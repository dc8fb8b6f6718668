/**
 * Writes messages/en.d.json.ts, from which the compiler knows every message key and its arguments. The next-intl
 * plugin writes the same file in `next build`, but not in `next typegen`; in `next dev` it would write it twice at
 * once, while an editor saves, and the bundler reads what lies in messages/.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(import.meta.dirname, '..', 'messages');
/** An editor empties a file before it fills it. */
const settleMs = 200;

export function writeMessageTypes(at = folder): void {
  const words = fs.readFileSync(path.join(at, 'en.json'), 'utf8').trim();
  JSON.parse(words);
  const file = path.join(at, 'en.d.json.ts');
  const wanted = `declare const messages: ${words};\nexport default messages;\n`;
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === wanted) return;
  const whole = `${file}.${process.pid}`;
  fs.writeFileSync(whole, wanted);
  fs.renameSync(whole, file);
}

/** While developing: again with each change of the words, once they are whole. */
export function followMessageTypes(
  at = folder,
  say: (line: string) => void = console.log,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    try {
      writeMessageTypes(at);
    } catch (error) {
      say(`messages/en.json cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  look();
  const watcher = fs.watch(at, (_, name) => {
    if (name !== 'en.json') return;
    clearTimeout(timer);
    timer = setTimeout(look, settleMs);
  });
  return {
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeMessageTypes();
