import {
  type Column,
  choicesOf,
  columnsOf,
  imports,
  insertLists,
  labelPlace,
  labelsOf,
  namingOf,
  snakeOf,
} from './columns.ts';
import { alsoFrom, insertAfter, insertBefore, insertSorted } from './insert.ts';
import { type Names, type Plan, pluralOf } from './plan.ts';
import { roomEdits } from './room.ts';
import { formOf, listOf } from './table-screens.ts';

/** A unit has no page: what hangs on it is shown below its meters. */
const places = 'src/app/[locale]/(app)/property/[id]/unit-meters.tsx';

/**
 * A table on a unit, with the room that reads and writes it.
 * @param given its columns, as `columnsOf` reads them
 */
export function planTable(names: Names, given: readonly string[] = []): Plan {
  const { kebab, camel, pascal, plain, snake, title } = names;
  const columns = columnsOf(given, names);
  const naming = namingOf(columns);
  const choices = choicesOf(columns);
  // As a row is made, written and changed, in the tests' own words.
  const [made, written, changed] = [0, 1, 2].map((at) =>
    columns
      .filter((column) => at > 0 || !column.isOptional)
      .map((column) => `${column.name}: ${column.kind.examples(column)[at]}`)
      .join(', '),
  );
  const folder = `src/features/${kebab}`;
  const row = `${camel}Columns`;
  return {
    files: {
      [`src/db/schema/${kebab}.ts`]: schemaOf(names, columns),
      [`${folder}/schema.ts`]: `import { z } from 'zod';
${imports({ '@/domain/vocabulary': choices.map(({ list }) => list) })}import * as field from '@/lib/field';

const ${camel}Fields = {
  ${columns.map((column) => `${column.name}: ${column.kind.input(column)},`).join('\n  ')}
};

export const list${pascal}Input = z.strictObject({ unitId: field.id });
export const create${pascal}Input = z.strictObject({ id: field.id, unitId: field.id, ...${camel}Fields });
export const update${pascal}Input = z.strictObject({ id: field.id, version: field.version, ...${camel}Fields });
export const delete${pascal}Input = z.strictObject({ id: field.id, version: field.version });
`,
      [`${folder}/queries.ts`]: `import 'server-only';
import { and, ${naming.isDay ? 'desc' : 'asc'}, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { ${camel} } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { getUnit } from '@/features/unit/queries';
import { DomainError } from '@/lib/errors';

const ${row} = {
  id: ${camel}.id,
  unitId: ${camel}.unitId,
  ${columns.map(({ name }) => `${name}: ${camel}.${name},`).join('\n  ')}
  version: ${camel}.version,
};

export async function get${pascal}(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(${row})
    .from(${camel})
    .where(isRow(${camel}, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

export async function list${pluralOf(pascal)}(tx: Tx, scope: Scope, unitId: string) {
  await getUnit(tx, scope, unitId);
  return tx
    .select(${row})
    .from(${camel})
    .where(and(within(${camel}, scope), eq(${camel}.unitId, unitId)))
    .orderBy(${naming.isDay ? 'desc' : 'asc'}(${camel}.${naming.name}), ${naming.isDay ? 'desc' : 'asc'}(${camel}.id));
}
`,
      [`${folder}/commands.ts`]: commandsOf(names, naming),
      [`${folder}/router.ts`]: `import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { list${pluralOf(pascal)} } from './queries';
import { create${pascal}Input, delete${pascal}Input, list${pascal}Input, update${pascal}Input } from './schema';

export const ${camel}Router = router({
  list: memberProcedure
    .input(list${pascal}Input)
    .query(({ ctx, input }) => list${pluralOf(pascal)}(ctx.tx, ctx.scope, input.unitId)),
  create: managerProcedure
    .input(create${pascal}Input)
    .mutation(({ ctx, input }) => commands.create${pascal}(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(update${pascal}Input)
    .mutation(({ ctx, input }) => commands.update${pascal}(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(delete${pascal}Input)
    .mutation(({ ctx, input }) => commands.delete${pascal}(ctx.tx, ctx.scope, input)),
});
`,
      [`${folder}/components/${kebab}-list.tsx`]: listOf(names, columns),
      [`${folder}/components/${kebab}-form.tsx`]: formOf(names, columns),
      [`tests/factories/cases/${kebab}-cases.ts`]: `import { randomUUID } from 'node:crypto';
import { type ProcedureCase, seen } from './procedure-case.ts';

export const ${camel}Cases: Record<string, ProcedureCase> = {
  '${camel}.list': { rung: 'member', input: (ids) => ({ unitId: ids.unit }) },
  '${camel}.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), unitId: ids.unit, ${written} }),
  },
  '${camel}.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.${camel}), ${changed} }),
  },
  '${camel}.delete': { rung: 'manager', input: (ids) => seen(ids.${camel}) },
};
`,
    },
    edits: {
      ...roomEdits(names, { above: 'features/unit', why: `the ${plain} of a unit` }),
      'src/db/schema/index.ts': (text) => insertSorted(text, `export * from './${kebab}.ts';`),
      'src/db/grants.ts': (text) =>
        insertSorted(text, `  ${camel}: edited,`, ['Grants<Column<Name>> } = {\n', '};']),
      'src/features/export/catalog-queries.ts': (text) =>
        insertSorted(text, `  ${camel}: { none: house },`, ['Decision<Column<Name>> } = {\n', '};']),
      ...(choices.length > 0 && {
        'src/domain/vocabulary.ts': (text: string) => insertLists(text, choices),
      }),
      'src/domain/entities.ts': (text) =>
        insertSorted(text, `  '${snake}',`, ['auditedEntities = [\n', '] as const']),
      'src/domain/audit-actions.ts': (text) =>
        insertBefore(
          text,
          '] as const',
          ['create', 'update', 'delete'].map((verb) => `  '${snake}.${verb}',\n`).join(''),
        ),
      'src/trpc/freshness.ts': (text) =>
        insertSorted(text, `  ${snake}: { alters: ['${camel}', 'overview.activity'] },`, [
          'export const freshness = {\n',
          '} as const',
        ]),
      'src/features/property/commands.ts': (text) =>
        alsoFromSchema(insertAfter(text, 'for (const table of [leaseUnit, unitPeriod', `, ${camel}`), camel),
      'src/features/unit/commands.ts': (text) =>
        alsoFromSchema(
          insertAfter(
            text,
            '  await deleteMetersOf(tx, scope, seen.id);\n',
            `  await tx.delete(${camel}).where(and(within(${camel}, scope), eq(${camel}.unitId, seen.id)));\n`,
          ),
          camel,
        ),
      [places]: (text) =>
        insertAfter(
          insertBefore(
            withInstead(text),
            'import { UnitMetersDialog }',
            `import { ${pascal}List } from '@/features/${kebab}/components/${kebab}-list';\n`,
          ),
          '<UnitHandovers unitId={of.unit.id} canEdit={of.canEdit} />',
          `\n      <${pascal}List unit={of.unit} canEdit={of.canEdit} onInstead={setInstead} />`,
        ),
      'tests/factories/one-of-each.ts': (text) =>
        insertAfter(
          insertBefore(
            text,
            '  const handover = await createHandover(',
            `  const ${camel} = randomUUID();
  await owner.${camel}.create({ id: ${camel}, unitId: house.unitId, ${made} });\n`,
          ),
          '\n      unit: house.unitId,',
          `\n      ${camel},`,
        ),
      'tests/integration/deletions.test.ts': (text) =>
        insertSorted(text, `  ${snake}: 'unit',`, ['const partOf: Record<string, string> = {\n', '};']),
      'tests/integration/policies.test.ts': (text) =>
        insertBefore(
          text,
          '  await createRecurring(owner, { propertyId: house.id });',
          `  await owner.${camel}.create({ id: randomUUID(), unitId: house.unitId, ${made} });\n`,
        ),
    },
    words: {
      [`${pascal}.title`]: pluralOf(title),
      [`${pascal}.none`]: `No ${plain} yet.`,
      [`${pascal}.add`]: `Add ${plain}`,
      [`${pascal}.newTitle`]: `New ${plain}`,
      [`${pascal}.editTitle`]: `Edit ${plain}`,
      ...Object.fromEntries(
        columns.flatMap((column) => {
          const isHeading = column.name === naming.name;
          const sentence =
            naming.isDay && isHeading
              ? `${column.title} {value}`
              : isHeading
                ? null
                : column.kind.sentence(column);
          return [
            [`${pascal}.${column.word}`, column.title],
            ...(sentence === null ? [] : [[`${pascal}.${column.word}Is`, sentence]]),
            ...labelsOf(column),
          ];
        }),
      ),
      [`${pascal}.saved`]: `${title} saved`,
      [`${pascal}.deleteText`]: 'It will be gone for good.',
      [`Activity.entities.${snake}`]: pluralOf(title),
      [`Activity.actions.${snake}.create`]: `${title} added`,
      [`Activity.actions.${snake}.update`]: `${title} changed`,
      [`Activity.actions.${snake}.delete`]: `${title} deleted`,
    },
    beside: { [pascal]: 'Handover', ...Object.fromEntries(choices.map(labelPlace)) },
    toDo: [
      `npm run generate -- --name ${snake}, which makes the migration (a running npm run dev applies it); before it, what the command line could not say of a column: a bound or rule of its own in src/db/schema/${kebab}.ts and ${folder}/schema.ts`,
      `src/features/unit/commands.ts: it goes with its unit; should it hinder that, say so there`,
      `src/features/export/catalog-queries.ts: of no person; should its rows say something of a tenant, which of them do`,
      `tests/integration/deletions.test.ts: a part of its unit, or counted by the previews of deletions`,
      `scripts/checks/rooms.ts: why the room stands where it does; CHANGELOG.md: its name in the paragraph of the first version`,
      `${places}: its list stands last below the meters of a unit (in the browser: a property, the menu of a unit there, “Meters and handovers”); where another place fits better, move it`,
      `npm test -- integration schema upgrade policies fields deletions; npm test -- integration procedures -t ${camel}; npm test -- integration freshness -t ${camel}`,
    ],
  };
}

/** What a list opens is shown instead of the dialog it stands in, as a meter's form is, and not over it. */
const withInstead = (text: string) =>
  text.includes('setInstead')
    ? text
    : insertAfter(
        text.replace(
          "import type { ComponentProps } from 'react';",
          "import { type ComponentProps, type ReactNode, useState } from 'react';",
        ),
        "'children'>) {\n",
        '  const [instead, setInstead] = useState<ReactNode>(null);\n  if (instead) return instead;\n',
      );

const alsoFromSchema = (text: string, name: string): string => alsoFrom(text, '@/db/schema', name);

function schemaOf({ camel, snake }: Names, columns: readonly Column[]): string {
  const { isDay, name: naming } = namingOf(columns);
  const choices = choicesOf(columns);
  const checks = columns.flatMap((column) => {
    const name = `'${snake}_${snakeOf(column.name)}_check'`;
    if (choices.includes(column)) return [`oneOf(${name}, t.${column.name}, ${column.list}),`];
    return column.kind.check ? [`check(${name}, sql\`${column.kind.check(column)}\`),`] : [];
  });
  const needsSql = checks.some((one) => one.startsWith('check('));
  return `${imports(
    {
      ...(needsSql && { 'drizzle-orm': ['sql'] }),
      'drizzle-orm/pg-core': [...(needsSql ? ['check'] : []), 'uuid'],
      '../../domain/vocabulary.ts': choices.map(({ list }) => list),
      '../columns.ts': ['belongsTo', 'edited', 'hausbuch', 'keyed', 'portfolioTable'],
    },
    ...columns.map(({ kind }) => kind.tableImports),
  )}import { unit } from './property.ts';

export const ${camel} = hausbuch.table(
  '${snake}',
  {
    ...keyed(),
    unitId: uuid().notNull(),
    ${columns.map((column) => `${column.name}: ${column.kind.table(column)},`).join('\n    ')}
    ...edited(),
  },
  (t) => [
    ...portfolioTable('${snake}', t),
    ...belongsTo('${snake}_unit', t.portfolioId, t.unitId, unit${isDay ? `, t.${naming}` : ''}),
    ${checks.join('\n    ')}
  ],
);
`;
}

const commandsOf = ({ camel, pascal, snake }: Names, { name: naming }: Column) => `import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { ${camel} } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isChangedSo, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { getUnit } from '@/features/unit/queries';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { get${pascal} } from './queries';
import type { create${pascal}Input, delete${pascal}Input, update${pascal}Input } from './schema';

const entity = '${snake}';
const key = { id: ${camel}.id, version: ${camel}.version };

export async function create${pascal}(tx: Tx, scope: Scope, input: z.output<typeof create${pascal}Input>) {
  await getUnit(tx, scope, input.unitId);
  const [created] = await tx
    .insert(${camel})
    .values({ ...exactly(${camel}, input), portfolioId: scope.portfolioId, createdAt: scope.now })
    .onConflictDoNothing({ target: [${camel}.portfolioId, ${camel}.id] })
    .returning(key);
  if (!created) return sameRequestOnly(await get${pascal}(tx, scope, input.id), input);
  const { id, ...after } = input;
  await recordAudit(tx, scope, { action: '${snake}.create', entity, entityId: id, after });
  return created;
}

export async function update${pascal}(tx: Tx, scope: Scope, input: z.output<typeof update${pascal}Input>) {
  const { id, version, ...fields } = input;
  const before = await get${pascal}(tx, scope, id);
  if (isChangedSo(before, input, fields)) return { id, version: before.version };
  if (before.version !== version) throw new DomainError('version_conflict');
  const changes = changesBetween(before, fields);
  if (!changes) return { id, version };
  const changed = changedRow(
    await tx
      .update(${camel})
      .set({ ...exactly(${camel}, fields), ...nextVersion(${camel}, scope) })
      .where(isSeenRow(${camel}, scope, input))
      .returning(key),
  );
  await recordAudit(tx, scope, { action: '${snake}.update', entity, entityId: id, ...changes });
  return changed;
}

export async function delete${pascal}(tx: Tx, scope: Scope, input: z.output<typeof delete${pascal}Input>) {
  const { ${naming}, unitId } = await get${pascal}(tx, scope, input.id);
  changedRow(
    await tx
      .delete(${camel})
      .where(isSeenRow(${camel}, scope, input))
      .returning(key),
  );
  const before = { ${naming}, unitId };
  await recordAudit(tx, scope, { action: '${snake}.delete', entity, entityId: input.id, before });
  return { id: input.id };
}
`;
