import { insertSorted } from './insert.ts';
import type { Names, Plan } from './plan.ts';
import { roomEdits } from './room.ts';

/** A room that reads something of a property: everything but what it is about. */
export function planFeature(names: Names): Plan {
  const { kebab, camel, pascal, plain, title } = names;
  const folder = `src/features/${kebab}`;
  return {
    files: {
      [`${folder}/schema.ts`]: `import { z } from 'zod';
import * as field from '@/lib/field';

export const get${pascal}Input = z.strictObject({ propertyId: field.id });
`,
      [`${folder}/queries.ts`]: `import 'server-only';
import type { Tx } from '@/db/client';
import { property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { DomainError } from '@/lib/errors';

export async function get${pascal}(tx: Tx, scope: Scope, propertyId: string) {
  const [row] = await tx
    .select({ id: property.id, name: property.name })
    .from(property)
    .where(isRow(property, scope, propertyId));
  if (!row) throw new DomainError('not_found');
  return row;
}
`,
      [`${folder}/router.ts`]: `import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { get${pascal} } from './queries';
import { get${pascal}Input } from './schema';

export const ${camel}Router = router({
  get: memberProcedure
    .input(get${pascal}Input)
    .query(({ ctx, input }) => get${pascal}(ctx.tx, ctx.scope, input.propertyId)),
});
`,
      [`${folder}/components/${kebab}-section.tsx`]: `'use client';

import { useTranslations } from 'next-intl';
import { Section } from '@/components/section';
import { trpc } from '@/trpc/client';

export function ${pascal}Section({ propertyId }: { propertyId: string }) {
  const t = useTranslations('${pascal}');
  const [found] = trpc.${camel}.get.useSuspenseQuery({ propertyId });
  return (
    <Section id="${kebab}" title={t('title')}>
      <p>{found.name}</p>
    </Section>
  );
}
`,
      [`tests/factories/cases/${kebab}-cases.ts`]: `import type { ProcedureCase } from './procedure-case.ts';

export const ${camel}Cases: Record<string, ProcedureCase> = {
  '${camel}.get': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
};
`,
    },
    edits: {
      ...roomEdits(names, { above: 'features/property', why: `the ${plain} of a property` }),
      'src/trpc/freshness.ts': (text) =>
        insertSorted(text, `  '${camel}.get': 'Of properties alone.',`, [
          'const settled = {\n',
          '} as const',
        ]),
    },
    words: { [`${pascal}.title`]: title },
    toDo: [
      `${folder}/queries.ts: what it reads, and in src/trpc/freshness.ts which changes alter that`,
      `${folder}/rules.ts with rules.test.ts: its arithmetic, if it has any`,
      `scripts/checks/rooms.ts: why the room stands where it does`,
      `src/app/[locale]/: the page that shows ${pascal}Section`,
      `tests/integration/${kebab}.test.ts and tests/e2e/: what is particular`,
    ],
  };
}
