import { describe, expect, test } from 'vitest';
import { checkImports } from './import-rules.ts';
import { parseSource } from './source.ts';

function findings(file: string, text: string): string[] {
  return checkImports([parseSource(file, text)]).map((finding) => finding.message);
}

describe('broken', () => {
  test.each([
    ['src/features/rent/commands.ts', 'tx.update(rent).set({ ...fields, version });', /exactly/],
    ['src/features/rent/queries.ts', "import { charge, rent } from '@/db/schema';", /ask its front/],
    ['src/features/rent/router.ts', "import { eq } from 'drizzle-orm';", /know Drizzle/],
    ['src/app/[locale]/page.tsx', "import { withScope } from '@/db/scope';", /through queries.ts/],
    ['src/features/rent/components/list.tsx', "import type { x } from '@/db/schema';", /know the tables/],
    ['src/features/rent/queries.ts', "import { r } from '../lease/router';", /trpc\/root/],
    ['src/trpc/init.ts', "const m = await import('@/features/rent/router');", /trpc\/root/],
    ['src/auth/server/session.ts', 'export const key = process.env.KEY;', /process\.env/],
    [
      'src/features/account/event-steps.ts',
      "import { getLocale } from 'next-intl/server';",
      /visitorLanguage/,
    ],
    ['src/components/link.tsx', "import Link from 'next/link';", /i18n.link/],
    ['src/app/[locale]/page.tsx', "import { useRouter } from 'next/navigation';", /use-go/],
    [
      'src/app/[locale]/page.tsx',
      "import { redirect } from 'next/navigation'; redirect('/dashboard');",
      /language/,
    ],
    ['src/app/[locale]/page.tsx', 'const d = new Date().toLocaleDateString();', /formats/],
    ['src/features/rent/rules.ts', "const f = new Intl.NumberFormat('de');", /formats/],
    ['src/features/rent/rules.ts', "import { x } from '../../../supabase/embedded/keys';", /outside src/],
    [
      'supabase/embedded/server.ts',
      "import { env } from '../../src/lib/server/env.ts';",
      /nothing of the app/,
    ],
    ['supabase/embedded/server.ts', "import { env } from '@/lib/server/env';", /nothing of the app/],
    [
      'supabase/embedded/auth/user.test.ts',
      "import { x } from '../../../tests/setup/database.ts';",
      /nothing of the app/,
    ],
    ['scripts/seed.ts', "import { x } from '../supabase/embedded/keys.ts';", /by the exports/],
    [
      'tests/e2e/walk.spec.ts',
      "const m = await import('../../supabase/embedded/index.ts');",
      /by the exports/,
    ],
    ['src/auth/server/session.ts', "import { x } from '@hausbuch/supabase-embedded';", /by its wire/],
  ])('%s with %s', (file, text, message) => {
    const found = findings(file, text);
    expect(found).not.toHaveLength(0);
    expect(found.join('\n')).toMatch(message);
  });
});

describe('kept', () => {
  test.each([
    [
      'src/features/rent/commands.ts',
      'tx.insert(rent).values({ portfolioId, ...exactly(rent, fields), ...nextVersion(rent, scope) }); map.set(a, { ...b });',
    ],
    ['src/app/[locale]/page.tsx', "import { x } from '@/features/rent/components/list';"],
    ['src/features/account/session-gate.ts', "import { getLocale } from 'next-intl/server';"],
    ['src/app/[locale]/page.tsx', "import { notFound } from 'next/navigation';"],
    ['src/app/[locale]/page.tsx', "import { redirect } from 'next/navigation'; redirect(next);"],
    ['src/features/rent/queries.ts', "import { eq } from 'drizzle-orm'; import { rent } from '@/db/schema';"],
    ['src/features/rent/queries.ts', "import { credit, openItem, rent } from '@/db/schema';"],
    ['src/features/rent/rules.ts', "import type { Tx } from '@/db/client'; import { x } from '@/lib/money';"],
    ['src/features/rent/rules.test.ts', "import { eq } from 'drizzle-orm'; const key = process.env.KEY;"],
    ['src/trpc/root.ts', "import { rentRouter } from '@/features/rent/router';"],
    ['src/trpc/procedures.ts', "import { withScope } from '@/db/scope';"],
    ['src/i18n/navigation.ts', "import Link from 'next/link';"],
    ['src/i18n/server/request.ts', "const m = await import('../../messages/en.json');"],
    ['src/instrumentation.ts', "if (process.env.NEXT_RUNTIME === 'nodejs') start();"],
    ['src/i18n/words.tsx', "if (process.env.NODE_ENV === 'development') bundle();"],
    ['src/lib/server/env.ts', 'export const key = process.env.KEY;'],
    ['supabase/embedded/server.ts', "import { x } from './keys.ts';"],
    ['supabase/embedded/testing/supabase.ts', "import { x } from '../server.ts';"],
    ['scripts/seed.ts', "import { x } from '@hausbuch/supabase-embedded/postgres';"],
    ['src/lib/mail.test.ts', "import { x } from '@hausbuch/supabase-embedded/error-codes';"],
    ['scripts/serve.ts', "import { x } from '../src/lib/env.ts'; process.env.PORT;"],
  ])('%s with %s', (file, text) => {
    expect(findings(file, text)).toEqual([]);
  });
});
