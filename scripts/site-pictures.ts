import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { pathIn } from '../src/lib/language-path.ts';
import { type Language, languages } from '../src/lib/languages.ts';
import type { PlaceIds } from '../tests/setup/page-list.ts';
import { settle } from '../tests/setup/settle.ts';
import { onStage, openWindow, type Stage, schemes } from './picture/stage.ts';
import { root } from './surroundings.ts';

/**
 * The pictures of the public pages, taken from the running product with its demo portfolio: WebP files and the module
 * that names them, and one picture to a language for previews of a link.
 */

const folder = path.join(root, 'src', 'components', 'site', 'picture');

type Ids = PlaceIds;
interface Frame {
  width: number;
  /** Of the window, or at most of the section. */
  height: number;
  scale: number;
}

interface Shot {
  path: (ids: Ids) => string;
  wide: Frame;
  /** Only this section of the page, by its anchor. */
  section?: string;
}

const onProperty =
  (page = '') =>
  ({ propertyId }: Ids) =>
    `/property/${propertyId}/${page}`;
const part = (section: string, pathOf: Shot['path'], width = 980): Shot => ({
  path: pathOf,
  section,
  wide: { width, height: 620, scale: 1.4 },
});
/** What a narrow window shows instead, in which a picture of a wide one could not be read. */
const phone: Frame = { width: 390, height: 600, scale: 1.75 };

const shots: Record<string, Shot> = {
  overview: { path: () => '/dashboard', wide: { width: 1160, height: 800, scale: 1.3 } },
  property: { path: onProperty(), wide: { width: 980, height: 640, scale: 1.4 } },
  leases: part('tenants', onProperty('tenants')),
  rent: part('rent', onProperty('rent'), 1240),
  account: part('account', ({ tenantId }) => `/tenant/${tenantId}/account`),
  bookings: part('recurring', onProperty('recurring')),
  documents: part('documents', onProperty('documents')),
  figures: part('statistics', onProperty('statistics')),
};

/**
 * The section with a little of the page around it, in a window just as high: a picture of the whole page would be
 * higher than a browser can draw at once.
 */
async function clipOf(page: Page, section: string, { width, height }: Frame) {
  const found = page.locator(`#${section}`);
  // While a page is still streaming, what has just come stands in it twice.
  await expect(found).toHaveCount(1);
  const air = 20;
  const box = await found.evaluate((element, above) => {
    window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - above);
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  }, air);
  const clipHeight = Math.min(box.height + 2 * air, height);
  await page.setViewportSize({ width, height: Math.ceil(Math.max(clipHeight, height)) });
  const [x, y] = [Math.max(0, box.x - air), Math.max(0, box.y - air)];
  return { x, y, width: Math.min(box.width + 2 * air, width - x), height: clipHeight };
}

interface Taken {
  name: string;
  frame: 'wide' | 'phone';
  language: Language;
  scheme: (typeof schemes)[number];
  file: string;
}

async function takeOne(stage: Stage, language: Language, name: string, frame: Taken['frame']) {
  const shot = shots[name];
  if (!shot) return [];
  const { path: pathOf, section } = shot;
  const asked = frame === 'wide' ? shot.wide : phone;
  const view = stage.viewsIn(language).full;
  const context = await openWindow(stage, { language, scheme: 'light', ...asked, view });
  try {
    const page = await context.newPage();
    await page.goto(pathIn(language, pathOf(view.ids)));
    await settle(page);
    // The offer to remove the demo is no part of anybody's day, and what stays in place belongs to the window.
    const style = section
      ? '[data-demo-notice],.bottom-bar,.section-nav{display:none}header:not(main header){visibility:hidden}'
      : '[data-demo-notice]{display:none}';
    await page.addStyleTag({ content: style });
    const taken: Taken[] = [];
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      const clip = section ? await clipOf(page, section, asked) : undefined;
      const png = await page.screenshot({ animations: 'disabled', clip });
      const file = `${name}-${frame}-${language}-${scheme}.webp`;
      await sharp(png).webp({ quality: 78, effort: 6 }).toFile(path.join(folder, file));
      taken.push({ name, frame, language, scheme, file });
    }
    return taken;
  } finally {
    await context.close();
  }
}

/** A window that a busy machine did not draw in time is opened once more. */
async function takePatiently(...asked: Parameters<typeof takeOne>): Promise<Taken[]> {
  return takeOne(...asked).catch((error: unknown) => {
    console.warn(`Once more: ${asked.slice(1).join(' ')} (${error instanceof Error ? error.name : error})`);
    return takeOne(...asked);
  });
}

async function take(stage: Stage, language: Language): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const name of Object.keys(shots)) {
    taken.push(...(await takePatiently(stage, language, name, 'wide')));
    taken.push(...(await takePatiently(stage, language, name, 'phone')));
  }
  return taken;
}

/** 1200 × 630, as those who show previews of links ask for: the name, the promise, and the overview. */
async function drawPreview(stage: Stage, language: Language): Promise<void> {
  const context = await openWindow(stage, { language, scheme: 'light', width: 1200, height: 630 });
  const page = await context.newPage();
  await page.goto(pathIn(language, '/'));
  const overview = fs
    .readFileSync(path.join(folder, `overview-wide-${language}-light.webp`))
    .toString('base64');
  await page.evaluate(async (picture) => {
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    const card = document.createElement('div');
    card.style.cssText =
      'position:fixed;inset:0;z-index:99;background:var(--background);display:grid;grid-template-columns:30rem 1fr;padding:5rem 0 0 4.5rem;gap:3rem;overflow:hidden';
    const words = document.createElement('div');
    const logo = document.querySelector('header a')?.cloneNode(true);
    if (logo instanceof HTMLElement) {
      logo.style.cssText = 'display:inline-block;transform:scale(1.6);transform-origin:left';
      words.append(logo);
    }
    const title = document.createElement('p');
    title.textContent = text('h1');
    title.style.cssText =
      'font-weight:600;font-size:3.4rem;line-height:1.08;letter-spacing:-.03em;text-wrap:balance;margin-top:3.5rem';
    words.append(title);
    const image = document.createElement('img');
    image.src = `data:image/webp;base64,${picture}`;
    image.style.cssText =
      'width:60rem;max-width:none;border-radius:14px 0 0 0;box-shadow:var(--overlay-shadow)';
    card.append(words, image);
    document.body.append(card);
    await image.decode();
    await document.fonts.ready;
  }, overview);
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(path.join(folder, `preview-${language}.jpg`));
  await context.close();
}

/** `import overviewWideEnLight from './picture/overview-wide-en-light.webp'` and the record of all of them. */
function writeModule(taken: readonly Taken[]): void {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const wordOf = (language: Language) => language.split('-').map(capital).join('');
  const keyOf = (language: Language) => (/^\w+$/.test(language) ? language : `'${language}'`);
  const nameOf = ({ name, frame, language, scheme }: Taken) =>
    name + capital(frame) + wordOf(language) + capital(scheme);
  const imports = taken
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map((one) => `import ${nameOf(one)} from './picture/${one.file}';`);
  const schemesOf = (some: readonly Taken[]) =>
    schemes.map((scheme) => {
      const frames = some.filter((one) => one.scheme === scheme);
      return `${scheme}: { ${frames.map((one) => `${one.frame}: ${nameOf(one)}`).join(', ')} },`;
    });
  const entries = [...Map.groupBy(taken, ({ name }) => name)].map(([name, ofName]) => {
    const perLanguage = languages.map((language) => {
      const lines = schemesOf(ofName.filter((one) => one.language === language));
      return `    ${keyOf(language)}: {\n      ${lines.join('\n      ')}\n    },`;
    });
    return `  ${name}: {\n${perLanguage.join('\n')}\n  },`;
  });
  const previews = languages.map((language) => `${keyOf(language)}: preview${wordOf(language)}`);
  const previewImports = languages
    .toSorted()
    .map((language) => `import preview${wordOf(language)} from './picture/preview-${language}.jpg';`);
  fs.writeFileSync(
    path.join(folder, '..', 'pictures.ts'),
    `// Written by scripts/site-pictures.ts; do not edit.
${imports.join('\n')}
${previewImports.join('\n')}

export const pictures = {
${entries.join('\n')}
};

/** What is shown where somebody shares a link to the site. */
export const previews = { ${previews.join(', ')} };
`,
  );
}

await onStage(async (stage) => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const taken: Taken[] = [];
  for (const language of languages) taken.push(...(await take(stage, language)));
  for (const language of languages) await drawPreview(stage, language);
  writeModule(taken);
  const files = fs.readdirSync(folder);
  const sizes = files.map((file) => fs.statSync(path.join(folder, file)).size);
  for (const [index, file] of files.entries())
    console.log(`${file}: ${Math.round((sizes[index] ?? 0) / 1024)} kB`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(
    `${files.length} pictures, ${(total / 1024 / 1024).toFixed(2)} MB, in ${path.relative(root, folder)}`,
  );
});
