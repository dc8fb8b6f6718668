import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { createServer } from 'vite';
import { findChromium } from '../tests/setup/chromium.ts';
import { ensureBuild } from './build.ts';
import { root } from './surroundings.ts';

/** The pictures of `docs/design.md`: each shared piece with the styles of the build, light and dark beside each other. */

const folder = path.join(root, 'docs', 'design');
const width = 800;

/** The pieces are the components themselves, loaded as the app's bundler would. */
async function loadPieces(): Promise<[string, string][]> {
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { '@': path.join(root, 'src') } },
    ssr: { noExternal: ['next-intl'] },
  });
  try {
    const { drawPieces } = await server.ssrLoadModule('/scripts/gallery/pieces.tsx');
    return drawPieces();
  } finally {
    await server.close();
  }
}

function styleFiles(): string[] {
  const chunks = path.join(root, '.next', 'static', 'chunks');
  return fs
    .readdirSync(chunks)
    .filter((name) => name.endsWith('.css'))
    .map((name) => path.join(chunks, name))
    .sort((a, b) => fs.statSync(b).size - fs.statSync(a).size); // the one that orders the layers is the largest
}

/** The classes that name the fonts: Next gives them a name of the build. */
function fontClasses(files: readonly string[]): string {
  const css = files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  return [...css.matchAll(/\.([\w-]+)\s*\{\s*--font-inter/g)].map(([, name]) => name).join(' ');
}

function pageOf(pieces: readonly [string, string][]): string {
  const files = styleFiles();
  const sheets = files.map((file) => `<link rel="stylesheet" href="file://${file}">`).join('');
  const panels = pieces.map(([, html], index) => `<div class="panel" id="piece-${index}">${html}</div>`);
  return `<!doctype html><html lang="en" class="${fontClasses(files)}"><head><meta charset="utf-8">${sheets}<style>
.panel{width:${width}px;padding:24px 28px;background:var(--background)}
</style></head><body class="font-sans">${panels.join('')}</body></html>`;
}

async function main() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found (CHROMIUM_PATH or the usual places).');
  await ensureBuild();
  const pieces = await loadPieces();
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-gallery-')), 'gallery.html');
  fs.writeFileSync(file, pageOf(pieces));
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`file://${file}`);
    await page.evaluate(() => document.fonts.ready);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    for (const [index, [name]] of pieces.entries()) {
      const both: Buffer[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        both.push(await page.locator(`#piece-${index}`).screenshot({ animations: 'disabled' }));
      }
      const picture = path.join(folder, `${name.replaceAll(/[^a-z]+/g, '-')}.webp`);
      await sharp(both, { join: { across: 2 } })
        .webp({ quality: 82, effort: 6 })
        .toFile(picture);
      console.log(`${path.relative(root, picture)}: ${Math.round(fs.statSync(picture).size / 1024)} kB`);
    }
  } finally {
    await browser.close();
    fs.rmSync(path.dirname(file), { recursive: true, force: true });
  }
}

await main();
