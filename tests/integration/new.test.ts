import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm run new` in a copy of the sources: what it writes is compiled, checked and tried as what is there. */

const root = path.resolve(import.meta.dirname, '../..');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-new-'));

function run(program: string, ...args: string[]): string {
  const PATH = `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`;
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PATH, NO_COLOR: '1' },
  });
  return stdout + stderr;
}
const make = (...args: string[]) => run('node', 'scripts/new.ts', ...args);
const read = (file: string) => fs.readFileSync(path.join(copy, file), 'utf8');

beforeAll(() => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of listed.split('\0').filter((one) => fs.existsSync(path.join(root, one)) && one !== '')) {
    fs.cpSync(path.join(root, name), path.join(copy, name));
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => fs.rmSync(copy, { recursive: true }));

test('what cannot be made is refused in one sentence, and nothing is written', () => {
  const before = read('messages/en.json');
  expect(make('feature', 'meter')).toBe('There is a room src/features/meter already.\n');
  expect(make('table', 'payment')).toBe('src/trpc/root.ts: There is a router payment already.\n');
  expect(make('table', 'charge-line')).toBe('src/db/grants.ts: There is chargeLine already.\n');
  expect(make('figure', 'proration')).toBe('src/domain/trace-names.ts: There is proration already.\n');
  expect(make('feature', 'site')).toMatch(/^messages\/\w+\.json: There is Site\.title already\.\n$/);
  expect(make('feature', 'Key__store')).toMatch(/^"Key__store" is no name: .+\n$/);
  for (const noun of ['key', 'row', 'check']) {
    expect(make('table', noun)).toMatch(/^"\w+" is a word that the files themselves use: .+\n$/);
  }
  expect(make('table', 'unit_key')).toBe(
    '"unitKey" is something else in src/features/unit/commands.ts: take another, such as handed-unit-key.\n',
  );
  expect(make('table', 'permit', 'given:date')).toMatch(
    /^"given:date" is no column\.\nColumns: .+\n.+\n.+\n$/,
  );
  expect(make('table', 'permit', 'name:text', 'fee:cents:80')).toMatch(/^"fee:cents:80" is no column\.\n/);
  expect(make('table', 'permit', 'fee:cents', 'seenOn:day?')).toMatch(/^What tells rows apart\? .+\n/);
  expect(make('table', 'permit', 'title:text')).toBe('"title" is taken: call it, say, permitTitle.\n');
  expect(make('table', 'permit', 'a:text', 'a:day')).toBe('There is more than one a.\n');
  for (const no of ['median a:cents', 'sum a:cents/b:cents', 'share a:cents']) {
    expect(make('figure', 'part-kept', ...no.split(' '))).toMatch(
      new RegExp(`^"${no}" is no share, no average and no sum\\.`),
    );
  }
  expect(make('figure', 'part-kept', 'share', 'a:cents/b:count')).toMatch(
    /^aCents ÷ b is neither a share nor .+/,
  );
  expect(make('field', 'unit', 'view:text')).toMatch(/^A field is one of a tenant: .+\n$/);
  expect(make('field', 'tenant', 'birthDate:day')).toBe(
    'src/features/tenant/schema.ts: There is birthDate already.\n',
  );
  expect(make('constructor', 'x')).toMatch(
    /^Usage: npm run new -- feature <name>, -- table <name> <columns>, -- field tenant <column>, .+/,
  );
  expect(read('messages/en.json')).toBe(before);
  expect(fs.existsSync(path.join(copy, 'src/features/charge-line'))).toBe(false);
});

test('what breaks off leaves nothing, and can be made once more', () => {
  const types = path.join(copy, 'scripts/message-types.ts');
  fs.renameSync(types, `${types}.away`);
  expect(make('table', 'lent-key')).toMatch(/^Nothing was changed\. Command failed: /);
  fs.renameSync(`${types}.away`, types);
  expect(fs.existsSync(path.join(copy, 'src/features/lent-key'))).toBe(false);
});

test('a feature, tables, figures and fields compile and pass the checks', { timeout: 600_000 }, () => {
  for (const [kind, name, ...of] of [
    ['feature', 'key-store'],
    ['table', 'parkingPermit'],
    ['table', 'heldKey', 'name:text'],
    [
      'table',
      'sweepVisit',
      ...'visitedOn:day firm:text:80? fee:cents? flues:count:40? result:clean/repair nextOn:day?'.split(' '),
    ],
    [
      'table',
      'poolWash',
      ...'washedOn:day price:cents pools:count kind:inside/outside? note:notes'.split(' '),
    ],
    ['figure', 'part-kept'],
    ['figure', 'costs-each', 'average', 'costs:cents/flats:count'],
    ['figure', 'lease-length', 'average', 'days:count/leases:count'],
    ['figure', 'stay-length', 'average', 'nights:count/stays:count'],
    ['figure', 'cost-share', 'share', 'expenses:cents/due:cents'],
    ['figure', 'insured-share', 'share', 'insured:cents/expenses:cents'],
    ['figure', 'upkeep-share', 'share', 'maintenance:cents/paidIn:cents'],
    ['figure', 'leases-ended', 'sum', 'leases:count'],
    ['figure', 'keys-lost', 'sum', 'keysLost:count'],
    ['figure', 'upkeep-spent', 'sum', 'maintenance:cents'],
    ['figure', 'tax-share', 'share', 'propertyTax:cents/due:cents'],
    ['figure', 'empty-share', 'share', 'vacantDays:count/letDays:count'],
    ...[
      'petName:text:80',
      'habits:notes',
      'knownOn:day',
      'income:cents',
      'children:count',
      'smoker:yes/no',
    ].map((field) => ['field', 'tenant', field] as const),
  ] as const) {
    const told = make(kind, name, ...of);
    expect(told).toMatch(
      kind === 'field' ? /^changed .*\n[\s\S]*\nNow yours:\n- / : /^new .*\n[\s\S]*\nNow yours:\n- /,
    );
    const named = told.match(/\b(src|tests|scripts)\/[^ ,]*\.tsx?\b/g) ?? [];
    // Of its own files some are still to be written.
    const others = named.filter((file) => !file.includes(name));
    expect(others.filter((file) => !fs.existsSync(path.join(copy, file)))).toEqual([]);
  }
  expect(read('src/app/[locale]/(app)/property/[id]/unit-meters.tsx')).toContain('<ParkingPermitList ');
  // A window over a window is two to close.
  expect(read('src/features/parking-permit/components/parking-permit-list.tsx')).toContain('onInstead(null)');
  const visits = read('src/db/schema/sweep-visit.ts');
  for (const bound of [
    'firm}) <= 80`',
    'feeCents} between 0 and 100000000000`',
    'flues} between 1 and 40`',
  ]) {
    expect(visits).toContain(bound);
  }
  expect(read('src/features/sweep-visit/schema.ts')).toContain('firm: field.optionalText(80),');
  expect(read('src/db/schema/pool-wash.ts')).toContain('note}) <= 10000`');
  // Two visits of one day are told apart, and a note is no part of the line above it.
  const shown = read('src/features/sweep-visit/components/sweep-visit-list.tsx');
  expect(shown).toMatch(
    /function useSweepVisitName[\s\S]+visitedOnIs[\s\S]+sweepVisitResult[\s\S]+join\(' · '\)/,
  );
  expect(shown).not.toContain('after:content');
  const tenantForm = read('src/features/tenant/components/tenant-fields.tsx');
  expect(tenantForm).not.toMatch(/<FieldRow>\s*<TextField[^>]*petName/);
  expect(read('src/features/tenant/schema.ts')).toContain('petName: field.optionalText(80),');
  const report = read('src/features/statistics/report-queries.ts');
  expect(report).not.toMatch(/await read\w+\(tx, scope, (counted|previousPeriod)\b/);
  expect(report).not.toContain('readCostShare');
  expect(report).toContain("maintenanceCents: booked(month, (row) => row.parentCode === 'maintenance'),");
  expect(report).toContain("propertyTaxCents: booked(month, (row) => row.code === 'property_tax'),");
  const figures = read('src/features/statistics/report-rules.ts');
  expect(figures).toContain('costShare: withMonths(costShare),');
  expect(figures).toContain('insuredShare: withMonths(insuredShare),');
  expect(figures).toContain('costsEach({ expensesCents: total.expensesCents, flats: ');
  const vocabulary = read('src/domain/vocabulary.ts');
  expect(vocabulary.indexOf('sweepVisitResults')).toBeLessThan(vocabulary.indexOf('accountEventKinds'));
  const migrations = () => fs.readdirSync(path.join(copy, 'drizzle'));
  const ofPermits = (file: string) => /_parking_permit\.sql$/.test(file);
  // Its columns are its maker's; a database that somebody is trying it on would have the first of two forms.
  expect(migrations().find(ofPermits)).toBeUndefined();
  const wrote = run('node', 'scripts/generate.ts', '--name', 'parking_permit');
  expect(wrote).toMatch(/^Wrote drizzle\/\d{4}_parking_permit\.sql\.\n$/);
  expect(read(`drizzle/${migrations().find(ofPermits)}`)).toContain(
    'ALTER TABLE "hausbuch"."parking_permit" FORCE ROW LEVEL SECURITY;',
  );
  run('next', 'typegen');
  const check = (name: string) =>
    spawnSync('node', [`scripts/checks/${name}.ts`], { cwd: copy, encoding: 'utf8' });
  const unsaid = check('messages');
  expect(unsaid.status).toBe(1);
  const lines = `${unsaid.stdout}${unsaid.stderr}`.split('\n').filter((line) => line.includes('messages'));
  expect(lines).toContainEqual(
    expect.stringContaining('de: KeyStore.title waits to be said in its language'),
  );
  expect(lines.filter((line) => !/waits to be said/.test(line) && /^messages\/ /.test(line))).toEqual([]);
  const german = path.join(copy, 'messages', 'de.json');
  fs.writeFileSync(german, fs.readFileSync(german, 'utf8').replaceAll('"[en] ', '"Auf Deutsch: '));
  for (const name of ['messages', 'imports']) {
    const { status, stdout } = check(name);
    expect(status, stdout).toBe(0);
  }
  // What is to be read is nobody's but its maker's: as long as it is not written, the checks do not pass.
  const unwritten = check('named-files');
  expect(unwritten.status).toBe(1);
  const left = unwritten.stdout.split('\n').filter((line) => line !== '');
  expect(left.filter((line) => !/Still to be written: |still to be written$/.test(line))).toEqual([]);
  for (const file of ['keys-lost-queries', 'stay-length-queries', 'costs-each-queries', 'report-queries']) {
    expect(
      left.some((line) => line.startsWith(`src/features/statistics/${file}.ts:`)),
      file,
    ).toBe(true);
  }
  expect(left.some((line) => /maintenance|property tax/i.test(line))).toBe(false);
  for (const [name, input, result] of [
    ['part-kept', '{"amountCents":1,"totalCents":4}', 2_500],
    ['costs-each', '{"expensesCents":10,"flats":4}', 3],
    ['lease-length', '{"days":10,"leases":4}', 250],
  ] as const) {
    expect(JSON.parse(run('node', 'scripts/explain.ts', name, input))).toMatchObject({ result });
  }
  expect(run('biome', 'check', '--error-on-warnings', 'src', 'tests')).toMatch(/No fixes applied\.\n$/);
  // Side by side each checker works through the shared types again, and other tests want the other core.
  expect(run('tsc', '--noEmit', '-p', 'tsconfig.json', '--checkers', '1')).toBe('');
});
