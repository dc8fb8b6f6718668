import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pathIn } from '../src/lib/language-path.ts';
import { type Language, languages } from '../src/lib/languages.ts';
import { pageList } from '../tests/setup/page-list.ts';
import { settle } from '../tests/setup/settle.ts';
import { onStage, openWindow, type Stage, schemes } from './picture/stage.ts';
import { root } from './surroundings.ts';

/**
 * Pictures of every page, to be looked at: every language, phone and desk, light and dark, with the demo and with
 * next to nothing. They go to `.pictures/`, with a sheet of all of them; `--only rent,today` takes those of some pages.
 */

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const names = only?.split(',');
const wanted = pageList.filter(({ name }) => names?.includes(name) ?? true);
if (wanted.length === 0) {
  throw new Error(`--only is "${only}"; there are ${pageList.map((one) => one.name).join(', ')}.`);
}

const folder = path.join(root, '.pictures');
const widths = [390, 1440] as const;
type Width = (typeof widths)[number];
type State = 'full' | 'empty';

interface Picture {
  page: string;
  state: State;
  language: Language;
  width: Width;
  scheme: (typeof schemes)[number];
  file: string;
}

/** Pictures of one scheme are fetched and decoded when they are first seen. */
async function drawPictures() {
  const shown = [...document.images].filter((image) => image.checkVisibility());
  await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
}

/** One window takes the pictures of all pages of its kind; the scheme changes on the page that is there. */
async function takeAll(stage: Stage, language: Language, width: Width, state: State): Promise<Picture[]> {
  const view = stage.viewsIn(language)[state];
  const sizes = { language, width, height: width === 390 ? 844 : 900 };
  const signedIn = await openWindow(stage, { ...sizes, scheme: 'light', view });
  const anybody = await openWindow(stage, { ...sizes, scheme: 'light' });
  const pictures: Picture[] = [];
  for (const { name, path: pathOf, visitor, hasEmptyState } of wanted) {
    if (state === 'empty' && !hasEmptyState) continue;
    const page = await (visitor === 'landlord' ? signedIn : anybody).newPage();
    await page.goto(pathIn(language, pathOf(view.ids)));
    await page.evaluate(() => {
      for (const image of document.images) image.loading = 'eager';
    });
    await settle(page);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate(drawPictures);
      const file = `${name}-${state}-${language}-${width}-${scheme}.jpg`;
      const options = { type: 'jpeg', quality: 75, fullPage: true, animations: 'disabled' } as const;
      await page.screenshot({ path: path.join(folder, file), ...options });
      pictures.push({ page: name, state, language, width, scheme, file });
    }
    await page.close();
  }
  await signedIn.close();
  await anybody.close();
  return pictures;
}

function sheetOf(pictures: readonly Picture[]): string {
  const groups = Map.groupBy(pictures, ({ page, state }) => (state === 'empty' ? `${page}, empty` : page));
  const sections = [...groups].map(([heading, shown]) => {
    const figures = shown.map(({ file, language, width, scheme }) => {
      const label = `${language} ${width} ${scheme}`;
      return `<a href="${file}"><img src="${file}" alt="${heading}, ${label}" loading="lazy"><span>${label}</span></a>`;
    });
    return `<h2>${heading}</h2><div>${figures.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Every page of Hausbuch</title>
<style>body{font:14px system-ui;margin:2rem;background:#eee}div{display:flex;gap:1rem;overflow-x:auto;align-items:start}
a{display:grid;gap:.25rem;color:inherit;flex:none}img{height:26rem;object-fit:cover;object-position:top;border:1px solid #999}</style>
<h1>${pictures.length} pictures</h1>${sections.join('\n')}`;
}

async function main() {
  const began = performance.now();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await onStage(async (stage) => {
    const pictures: Picture[] = [];
    // Two windows at a time are what two cores draw.
    for (const width of widths) {
      for (const state of ['full', 'empty'] as const) {
        const taken = await Promise.all(languages.map((language) => takeAll(stage, language, width, state)));
        pictures.push(...taken.flat());
        console.log(`${pictures.length} pictures (${Math.round((performance.now() - began) / 1000)} s)`);
      }
    }
    pictures.sort((a, b) => a.page.localeCompare(b.page) || b.state.localeCompare(a.state));
    fs.writeFileSync(path.join(folder, 'index.html'), sheetOf(pictures));
  });
  console.log(`To be looked at: ${path.relative(process.cwd(), path.join(folder, 'index.html'))}`);
}

await main();
