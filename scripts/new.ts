/**
 * `npm run new -- feature|table|figure|field <name>`: the files, and the lines in other files, that CONTRIBUTING.md lists for
 * each. What comes of it compiles and passes, once a table has its migration; what only a person can say is printed.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { languagesIn } from './languages.ts';
import { columnUsage } from './new/columns.ts';
import { planFeature } from './new/feature.ts';
import { planField } from './new/field.ts';
import { figureUsage, planFigure } from './new/figure.ts';
import { insertWords } from './new/insert.ts';
import { type Names, namesOf, type Plan } from './new/plan.ts';
import { planTable } from './new/table.ts';
import { asUnsaid } from './new/unsaid.ts';
import { root } from './surroundings.ts';

type Planner = (names: Names, of?: readonly string[]) => Plan;

const plans = new Map<string, Planner>([
  ['feature', planFeature],
  ['table', planTable],
  ['figure', planFigure],
  ['field', planField],
]);

const at = (file: string) => path.join(root, file);

/** Every file as it will be; nothing is written yet. */
function contentsOf({ files, edits, words, beside }: Plan): Map<string, string> {
  const taken = Object.keys(files).find((file) => fs.existsSync(at(file)));
  if (taken) throw new Error(`There is ${taken} already.`);
  const contents = new Map(Object.entries(files));
  const change = (file: string, edit: (text: string) => string) => {
    try {
      contents.set(file, edit(fs.readFileSync(at(file), 'utf8')));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
    }
  };
  for (const [file, edit] of Object.entries(edits)) change(file, edit);
  const [first, ...others] = languagesIn(root);
  change(`messages/${first}.json`, (text) => insertWords(text, words, beside));
  const unsaid = Object.entries(words).map(([key, text]) => [key, asUnsaid(text, first ?? '')]);
  for (const language of others)
    change(`messages/${language}.json`, (text) => insertWords(text, Object.fromEntries(unsaid), beside));
  return contents;
}

const identifiers = (plan: Plan) =>
  new Set(Object.values(plan.files).flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));

/** A noun that the written files use for something else would be two things in them. */
function assertFree({ camel, kebab }: Names, makePlan: Planner): void {
  if (identifiers(makePlan(namesOf('x-placeholder'))).has(camel)) {
    throw new Error(`"${camel}" is a word that the files themselves use: take two, such as handed-${kebab}.`);
  }
}

/** And so would one that a file which is to name it uses already. */
function assertFreeIn(files: readonly string[], { camel, kebab }: Names): void {
  const declaration = new RegExp(`\\b(?:const|let|function|type)\\s+${camel}\\b`);
  const file = files.find((one) => declaration.test(fs.readFileSync(at(one), 'utf8')));
  if (file)
    throw new Error(`"${camel}" is something else in ${file}: take another, such as handed-${kebab}.`);
}

/** Writes everything, or leaves everything as it was. */
function writeWhole(contents: ReadonlyMap<string, string>, finish: () => void): void {
  const before = [...contents.keys()].map((file) => {
    const text = fs.existsSync(at(file)) ? fs.readFileSync(at(file), 'utf8') : null;
    return [file, text] as const;
  });
  const folders: string[] = [];
  try {
    for (const [file, text] of contents) {
      const first = fs.mkdirSync(path.dirname(at(file)), { recursive: true });
      if (first) folders.push(first);
      fs.writeFileSync(at(file), text);
    }
    finish();
  } catch (error) {
    for (const [file, text] of before) {
      if (text === null) fs.rmSync(at(file), { force: true });
      else fs.writeFileSync(at(file), text);
    }
    // One left behind, empty or not, would be a room that is there already.
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
    throw new Error(`Nothing was changed. ${error instanceof Error ? error.message : error}`);
  }
}

function main([kind = '', name = '', ...of]: string[]): void {
  const makePlan = plans.get(kind);
  if (!makePlan || !/^[a-z]/i.test(name) || (kind === 'feature' && of.length > 0))
    throw new Error(
      `Usage: npm run new -- feature <name>, -- table <name> <columns>, -- field tenant <column>, -- figure <name> <of what>, e.g. -- table handed-out-key\n${columnUsage}\n${figureUsage}`,
    );
  const names = namesOf(name);
  const folder = `src/features/${names.kebab}`;
  const isRoom = kind === 'feature' || kind === 'table';
  if (isRoom && fs.existsSync(at(folder))) throw new Error(`There is a room ${folder} already.`);
  if (kind !== 'field') assertFree(names, makePlan);
  const plan = makePlan(names, of);
  const contents = contentsOf(plan);
  if (kind !== 'field') assertFreeIn(Object.keys(plan.edits), names);
  const quietly = { cwd: root, stdio: 'pipe' } as const;
  const biome = at(path.join('node_modules', '@biomejs', 'biome', 'bin', 'biome'));
  writeWhole(contents, () => {
    execFileSync(process.execPath, [biome, 'check', '--write', ...contents.keys()], quietly);
    // The compiler and editors know its words from here on.
    execFileSync(process.execPath, [at('scripts/message-types.ts')], quietly);
  });
  const isNew = (file: string) => (file in plan.files ? 'new     ' : 'changed ');
  console.log([...contents.keys()].map((file) => `${isNew(file)} ${file}`).join('\n'));
  const sayIt =
    'messages/: its words where they still begin with [en], and what America calls otherwise in messages/wording/en-US.json, else verify fails';
  console.log(`\nNow yours:\n${[...plan.toDo, sayIt].map((line) => `- ${line}`).join('\n')}`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
