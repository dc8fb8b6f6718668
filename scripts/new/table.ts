import { insertAfter, insertBefore, insertSorted } from './insert.ts';
import type { Names, Plan } from './plan.ts';
import { roomEdits } from './room.ts';
import { formOf, listOf } from './table-screens.ts';

/** A unit has no page: what hangs on it is shown below its meters. */
const places = 'src/app/[locale]/(app)/property/[id]/unit-meters.tsx';

/** A table on a unit, with the room that reads and writes it. */
export function planTable(names: Names): Plan {
  const { kebab, camel, pascal, plain, snake, title } = names;
  const folder = `src/features/${kebab}`;
  const row = `${camel}Columns`;
  return {
    files: {
      [`src/db/schema/${kebab}.ts`]: schemaOf(names),
      [`${folder}/schema.ts`]: `import { z } from 'zod';
import * as field from '@/lib/field';

const ${camel}Fields = { name: field.name, note: field.optionalNotes };

export const list${pascal}Input = z.strictObject({ unitId: field.id });
export const create${pascal}Input = z.strictObject({ id: field.id, unitId: field.id, ...${camel}Fields });
export const update${pascal}Input = z.strictObject({ id: field.id, version: field.version, ...${camel}Fields });
export const delete${pascal}Input = z.strictObject({ id: field.id, version: field.version });
`,
      [`${folder}/queries.ts`]: `import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
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
  name: ${camel}.name,
  note: ${camel}.note,
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

export async function list${pascal}s(tx: Tx, scope: Scope, unitId: string) {
  await getUnit(tx, scope, unitId);
  return tx
    .select(${row})
    .from(${camel})
    .where(and(within(${camel}, scope), eq(${camel}.unitId, unitId)))
    .orderBy(asc(${camel}.name), asc(${camel}.id));
}
`,
      [`${folder}/commands.ts`]: commandsOf(names),
      [`${folder}/router.ts`]: `import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { list${pascal}s } from './queries';
import { create${pascal}Input, delete${pascal}Input, list${pascal}Input, update${pascal}Input } from './schema';

export const ${camel}Router = router({
  list: memberProcedure
    .input(list${pascal}Input)
    .query(({ ctx, input }) => list${pascal}s(ctx.tx, ctx.scope, input.unitId)),
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
      [`${folder}/components/${kebab}-list.tsx`]: listOf(names),
      [`${folder}/components/${kebab}-form.tsx`]: formOf(names),
      [`tests/factories/cases/${kebab}-cases.ts`]: `import { randomUUID } from 'node:crypto';
import { type ProcedureCase, seen } from './procedure-case.ts';

export const ${camel}Cases: Record<string, ProcedureCase> = {
  '${camel}.list': { rung: 'member', input: (ids) => ({ unitId: ids.unit }) },
  '${camel}.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), unitId: ids.unit, name: 'Neu', note: 'Seit heute' }),
  },
  '${camel}.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.${camel}), name: 'Anders', note: 'Seit gestern' }),
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
            text,
            'import { UnitMetersDialog }',
            `import { ${pascal}List } from '@/features/${kebab}/components/${kebab}-list';\n`,
          ),
          '<UnitHandovers unitId={of.unit.id} canEdit={of.canEdit} />',
          `\n      <${pascal}List unitId={of.unit.id} canEdit={of.canEdit} />`,
        ),
      'tests/factories/one-of-each.ts': (text) =>
        insertAfter(
          insertBefore(
            text,
            '  const handover = await createHandover(',
            `  const ${camel} = randomUUID();
  await owner.${camel}.create({ id: ${camel}, unitId: house.unitId, name: 'Alt' });\n`,
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
          `  await owner.${camel}.create({ id: randomUUID(), unitId: house.unitId, name: 'Alt' });\n`,
        ),
    },
    words: {
      [`${pascal}.title`]: `${title}s`,
      [`${pascal}.none`]: `No ${plain} yet.`,
      [`${pascal}.add`]: `Add ${plain}`,
      [`${pascal}.newTitle`]: `New ${plain}`,
      [`${pascal}.editTitle`]: `Edit ${plain}`,
      [`${pascal}.name`]: 'Name',
      [`${pascal}.note`]: 'Note',
      [`${pascal}.saved`]: `${title} saved`,
      [`${pascal}.deleteText`]: 'It will be gone for good.',
      [`Activity.entities.${snake}`]: `${title}s`,
      [`Activity.actions.${snake}.create`]: `${title} added`,
      [`Activity.actions.${snake}.update`]: `${title} changed`,
      [`Activity.actions.${snake}.delete`]: `${title} deleted`,
    },
    toDo: [
      `src/db/schema/${kebab}.ts: its columns, the same names in ${folder} (schema.ts, queries.ts, commands.ts, list and form), their words in messages/, tests/factories/cases/${kebab}-cases.ts, tests/factories/one-of-each.ts and tests/integration/policies.test.ts; then npm run generate -- --name ${snake}, which makes the migration (a running npm run dev applies it)`,
      `src/features/unit/commands.ts: it goes with its unit; should it hinder that, say so there`,
      `tests/integration/deletions.test.ts: a part of its unit, or counted by the previews of deletions`,
      `scripts/checks/rooms.ts: why the room stands where it does`,
      `${places}: its list stands last below the meters of a unit (in the browser: a property, the menu of a unit there, “Meters and handovers”); where another place fits better, move it`,
      `npm test -- integration schema upgrade policies fields deletions; npm test -- integration procedures -t ${camel}; npm test -- integration freshness`,
    ],
  };
}

const alsoFromSchema = (text: string, name: string): string =>
  insertBefore(text, "} from '@/db/schema';", `, ${name} `).replace(/,\s*, /, ', ');

const schemaOf = ({ camel, snake }: Names) => `import { sql } from 'drizzle-orm';
import { check, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, edited, hausbuch, keyed, portfolioTable } from '../columns.ts';
import { unit } from './property.ts';

export const ${camel} = hausbuch.table(
  '${snake}',
  {
    ...keyed(),
    unitId: uuid().notNull(),
    name: text().notNull(),
    note: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('${snake}', t),
    ...belongsTo('${snake}_unit', t.portfolioId, t.unitId, unit),
    check('${snake}_name_check', sql\`length(\${t.name}) between 1 and 200\`),
  ],
);
`;

const commandsOf = ({ camel, pascal, snake }: Names) => `import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { ${camel} } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
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
  const { name, unitId } = await get${pascal}(tx, scope, input.id);
  changedRow(
    await tx
      .delete(${camel})
      .where(isSeenRow(${camel}, scope, input))
      .returning(key),
  );
  const before = { name, unitId };
  await recordAudit(tx, scope, { action: '${snake}.delete', entity, entityId: input.id, before });
  return { id: input.id };
}
`;
