import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { wordings } from '../src/i18n/wording.ts';
import { root } from './surroundings.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Pictures and fonts are compressed already. */
const isText = (name: string) => /\.(js|css|svg|json|txt)$/.test(name);

/** The words of the signed-in pages lie beside the scripts, as `/words/<language>.json`: they weigh a third of what a page loads. */
function keepWords(folder: string): void {
  const said = path.join(root, '.next', 'server', 'app', '_i18n');
  const kept = path.join(folder, 'words');
  fs.mkdirSync(kept, { recursive: true });
  for (const wording of wordings)
    fs.copyFileSync(path.join(said, wording, 'messages.json.body'), path.join(kept, `${wording}.json`));
}

/**
 * Puts a `.br` and a `.gz` beside the scripts, styles and words of the build, as small as they get: a sixth less for the
 * phone than what Next makes of them anew for each visitor, and nothing to do for the server.
 */
export async function compressStatic(): Promise<void> {
  const folder = path.join(root, '.next', 'static');
  keepWords(folder);
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const text = fs.readFileSync(file);
      const { BROTLI_PARAM_SIZE_HINT } = zlib.constants;
      fs.writeFileSync(
        `${file}.br`,
        await brotli(text, { params: { [BROTLI_PARAM_SIZE_HINT]: text.length } }),
      );
      fs.writeFileSync(`${file}.gz`, await gzip(text, { level: 9 }));
    }),
  );
}
