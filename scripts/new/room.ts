import { insertBefore } from './insert.ts';
import type { Names, Plan } from './plan.ts';

/** What a router takes to be known: its room's place in the order, its line in the root, its cases in the suite. */
export const roomEdits = ({ kebab, camel }: Names, room: { above: string; why: string }): Plan['edits'] => ({
  'scripts/checks/rooms.ts': (text) =>
    insertBefore(text, `  ['${room.above}', `, `  ['features/${kebab}', '${room.why}'],\n`),
  'src/trpc/root.ts': (text) => {
    if (text.includes(`\n  ${camel}: `)) throw new Error(`There is a router ${camel} already.`);
    return insertBefore(
      insertBefore(
        text,
        "import { createCallerFactory, router } from './init';",
        `import { ${camel}Router } from '@/features/${kebab}/router';\n`,
      ),
      '\n});\n\nexport type AppRouter',
      `\n  ${camel}: ${camel}Router,`,
    );
  },
  'tests/factories/procedure-cases.ts': (text) =>
    insertBefore(
      insertBefore(
        text,
        "import type { ProcedureCase } from './cases/procedure-case.ts';",
        `import { ${camel}Cases } from './cases/${kebab}-cases.ts';\n`,
      ),
      '\n};',
      `\n  ...${camel}Cases,`,
    ),
});
