import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTenantInput } from '@/features/tenant/schema';
import { procedures } from '../factories/procedure-calls.ts';

/** A field that no form shows compiles, is stored and is read back: only here somebody notices. */

const root = path.resolve(import.meta.dirname, '../..');

const dividing = 'the dialog that divides a transfer asks how much came when, and for whom';
/** What people do not type, and why. One that a form shows after all fails, and so does one that is not listed. */
const unshown: Record<string, string> = {
  'costAgreement.set propertyId': 'the page that opens the dialog says whose agreement it is',
  'payment.recordMany bankAccountId': 'payments that are ticked off come from no statement',
  'payment.recordTransfer bankAccountId': dividing,
  'payment.recordTransfer payerTenantId': dividing,
  'payment.recordTransfer note': dividing,
  'rent.agree correctPosted': 'asked by the step that shows what would be corrected',
  'rent.agreeSteps correctPosted': 'asked by the step that shows what would be corrected',
  'rent.update correctPosted': 'asked by the step that shows what would be corrected',
};
/** By which a row is known. */
const isKey = (name: string) => name === 'id' || name === 'version';

const components = fs
  .globSync('src/**/*.tsx', { cwd: root })
  .map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
const schemaFiles = fs.globSync(['src/features/*/*schema.ts', 'src/ledger/inputs.ts'], { cwd: root });

/** Every schema by its name, to find the one that a form names. */
async function readSchemas(): Promise<Map<string, z.ZodObject>> {
  const found = new Map<string, z.ZodObject>();
  for (const file of schemaFiles) {
    const exported: unknown = await import(path.join(root, file));
    for (const [name, value] of Object.entries(Object(exported)))
      if (value instanceof z.ZodObject) found.set(name, value);
  }
  return found;
}

/** The schemas a form is made from, and what it shows: `field('name')`, but not the words of `t('name')`. */
function readForm(text: string): { schemas: string[]; shown: Set<string> } {
  const speaking = new Set(
    [...text.matchAll(/const (\w+) = (?:await )?(?:use|get)Translations/g)].map(([, name]) => name),
  );
  const named = [...text.matchAll(/\b(\w+)\(['`](\w+)/g)].filter(
    ([, callee]) => !speaking.has(callee) && !/Translations$/.test(callee ?? ''),
  );
  return {
    schemas: [...text.matchAll(/fieldsOf<typeof (\w+)>/g)].map(([, name]) => name ?? ''),
    shown: new Set(named.map(([, , field]) => field ?? '')),
  };
}

test('what a form shows is told from what it says', () => {
  const text = `const field = fieldsOf<typeof createTenantInput>(); const t = useTranslations('TenantForm');
    <TextField name={field('phone')} label={t('note')} /> <Lines name={field('lines.0.amountCents')} />`;
  expect(readForm(text)).toEqual({ schemas: ['createTenantInput'], shown: new Set(['phone', 'lines']) });
});

test('every field that can be written is shown by a form, or told by who calls', async () => {
  const schemas = await readSchemas();
  const forms = components.map(readForm).filter((form) => form.schemas.length > 0);
  const missing: string[] = [];
  for (const [name, { _def }] of procedures) {
    if (_def.type !== 'mutation' || !/\.(create|update|record|agree|post|set)/.test(name)) continue;
    const schema: unknown = _def.inputs[0];
    if (!(schema instanceof z.ZodObject)) continue;
    const own = [...schemas].find(([, one]) => one === schema)?.[0] ?? name;
    const callers = components.filter(
      (text) => new RegExp(`\\b${own}\\b`).test(text) || text.includes(`.${name}.`),
    );
    for (const [field, type] of Object.entries(schema.shape)) {
      // One form often serves for a new row and for one that is changed.
      const isOf = (one: string) =>
        schemas.get(one)?.shape[field] === type || one === own.replace(/^update/, 'create');
      const shows = ({ schemas: named, shown }: (typeof forms)[number]) =>
        shown.has(field) && named.some(isOf);
      const isTold = callers.some((text) => new RegExp(`\\b${field}\\b`).test(text));
      if (!isKey(field) && !forms.some(shows) && !isTold) missing.push(`${name} ${field}`);
    }
  }
  const where = 'in the form of its room (src/features/<room>/components/*-form.tsx or *-fields.tsx)';
  const unexplained = missing.filter((one) => unshown[one] === undefined);
  expect(unexplained, `give it a field ${where}, or its reason in \`unshown\` here`).toEqual([]);
  expect(missing.sort(), 'shown, or gone: take it out of `unshown`').toEqual(Object.keys(unshown).sort());
});

/** Of each fold that lists its fields on the spot: what stands in it and not in its list. */
const unlisted = (text: string) =>
  [...text.matchAll(/<Fold\b[\s\S]*?fields=\{\[([^\]]*)\]\}([\s\S]*?)<\/Fold>/g)].flatMap(
    ([, list = '', inside = '']) => {
      const listed = new Set([...list.matchAll(/\('(\w+)'\)/g)].map(([, name]) => name));
      const shown = [...inside.matchAll(/\bname=\{\w+\('(\w+)'\)\}/g)].map(([, name]) => name);
      return shown.filter((name) => !listed.has(name));
    },
  );

test('a fold opens by itself when something in it is wrong: it lists each field it holds', () => {
  const fold = (name: string) =>
    `<Fold title={t('more')} fields={[field('a')]}><TextField name={field('${name}')} /></Fold>`;
  expect([unlisted(fold('a')), unlisted(fold('b'))]).toEqual([[], ['b']]);
  expect(components.flatMap(unlisted), 'name it in `fields` of its Fold, and in `defaultOpen`').toEqual([]);
});

/** The page says name and address as a whole. */
const saidWhole = [
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'postalCode',
  'city',
  'state',
];

test('what is known of a tenant stands on its page', () => {
  const folder = path.join(root, 'src/features/tenant/components');
  const page = ['main-section.tsx', 'tenant-head.tsx'].map((file) =>
    fs.readFileSync(path.join(folder, file), 'utf8'),
  );
  const said = new Set([...page.join().matchAll(/\btenant\.(\w+)/g)].map(([, name]) => name));
  const missing = Object.keys(createTenantInput.shape).filter(
    (field) => !isKey(field) && !saidWhole.includes(field) && !said.has(field),
  );
  expect(missing, 'show it in src/features/tenant/components/main-section.tsx').toEqual([]);
});
