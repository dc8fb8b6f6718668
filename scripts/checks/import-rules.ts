import {
  type Finding,
  isNode,
  lineAt,
  type SourceFile,
  type SyntaxNode,
  stringOf,
  targetOf,
  walk,
} from './source.ts';

const embedded = 'supabase/embedded/';
const embeddedPackage = '@hausbuch/supabase-embedded';
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');
const knowsDrizzle = (file: string) =>
  /^src\/db\//.test(file) ||
  /^src\/features\/.+\/(queries|commands)(\.|\/|-)/.test(file) ||
  isFeatureData(file) ||
  isBehindLedger(file);

/** The front of the rent account is the files that lie directly in its folder; the others are its own. */
const isBehindLedger = (file: string) => /^src\/ledger\/[^/]+\//.test(file);

/** What was posted. What stands open today (open items, credits) is joined by lists; these are read by the room alone. */
const postings = /^(charge|chargeLine|payment|allocation|refundPart)$/;
const ownsPostings = (file: string) => /^src\/(db|ledger)\//.test(file);

/** A feature whose reads or writes outgrow one file keeps them as `queries/…`, `…-queries.ts`. */
function isFeatureData(file: string): boolean {
  return /^src\/features\/.+-(queries|commands)\.ts$/.test(file);
}

function checkSource(source: SourceFile): string[][] {
  const { path: file, imports } = source;
  return imports.map(({ from: specifier, names, isType }) => {
    const target = targetOf(file, specifier);
    const found: string[] = [];
    const rule = (isBroken: boolean, message: string) => {
      if (isBroken) found.push(message);
    };

    if (file.startsWith(embedded)) {
      rule(target !== null && !target.startsWith(embedded), 'the embedded server imports nothing of the app');
      rule(specifier.startsWith(embeddedPackage), 'inside the package its files are named by their place');
      return found;
    }
    rule(
      target?.startsWith(embedded) === true,
      `the embedded server is reached by the exports of ${embeddedPackage} alone`,
    );
    rule(
      specifier.startsWith(embeddedPackage) && file.startsWith('src/') && !isTest(file),
      'the app knows the embedded server by its wire alone',
    );
    if (!file.startsWith('src/') || isTest(file)) return found;

    const isRouterOfFeature = target !== null && /^src\/features\/.+\/router(\.ts)?$/.test(target);
    const isRoot = /^src\/trpc\/root\.ts$/.test(file);
    rule(isRouterOfFeature && !isRoot, 'only trpc/root.ts imports the routers of features');
    rule(
      target !== null && isBehindLedger(target) && !file.startsWith('src/ledger/'),
      'the rent account is entered by its front, the files that lie directly in src/ledger',
    );
    rule(
      target !== null && !target.startsWith('src/') && !/^(messages|public)\//.test(target),
      'the app imports nothing from outside src but messages',
    );
    rule(
      /^drizzle-(orm|kit)(\/|$)/.test(specifier) && !knowsDrizzle(file),
      'only db/, ledger/, queries.ts and commands.ts know Drizzle',
    );
    const isDb = target !== null && /^src\/db(\/|$)/.test(target);
    const isSchema = target !== null && /^src\/db\/schema(\/|\.|$)/.test(target);
    const opensTransactions = /^src\/(trpc|jobs|auth|app\/api|instrumentation)\b/.test(file);
    rule(isSchema && !knowsDrizzle(file), 'only db/, ledger/, queries.ts and commands.ts know the tables');
    rule(
      isSchema && !isType && names.some((name) => postings.test(name)) && !ownsPostings(file),
      'charges, payments and what they settle are read by ledger/ alone: ask its front',
    );
    rule(
      isDb && !isSchema && !isType && !knowsDrizzle(file) && !opensTransactions,
      'features and pages reach the database through queries.ts and commands.ts',
    );
    // Next tells it to pages alone; in an action asking for it throws.
    rule(
      specifier === 'next-intl/server' && /^src\/features\/.+(?<![/-]gate)\.ts$/.test(file),
      'only pages and their gates know a language by the address: others are handed it, or ask visitorLanguage()',
    );
    const isI18n = file.startsWith('src/i18n/');
    rule(specifier === 'next/link' && !isI18n, 'links come from @/i18n/link');
    rule(
      specifier === 'next/navigation' && !isI18n && names.includes('useRouter'),
      '@/i18n/use-go leads to a page, @/i18n/use-refresh fetches it anew',
    );
    return found;
  });
}

/** Where `.values({ …, ...fields })` and `.set(…)` take whatever `fields` holds. */
function looselyWritten(call: SyntaxNode): number[] {
  const { callee } = call;
  const isWrite =
    isNode(callee) && isNode(callee.property) && /^(values|set)$/.test(String(callee.property.name));
  const [row, more] = isWrite && Array.isArray(call.arguments) ? call.arguments : [];
  if (more !== undefined || !isNode(row) || row.type !== 'ObjectExpression') return [];
  const parts: unknown[] = Array.isArray(row.properties) ? row.properties : [];
  return parts.flatMap((part) =>
    isNode(part) &&
    part.type === 'SpreadElement' &&
    isNode(part.argument) &&
    part.argument.type === 'Identifier'
      ? [part.start]
      : [],
  );
}

/** `process.env` outside env.ts, and formatting outside i18n (calendar.ts computes days in a time zone). */
function checkGlobals(source: SourceFile): Finding[] {
  const { path: file, text, program } = source;
  if (!file.startsWith('src/') || isTest(file)) return [];
  const found: Finding[] = [];
  const add = (offset: number, message: string) => {
    found.push({ path: file, line: lineAt(text, offset), message });
  };
  const redirects = source.imports.some(
    ({ from, names }) =>
      from === 'next/navigation' && names.some((name) => /^(permanentR|r)edirect$/.test(name)),
  );
  const writesColumns = /^src\/(features|ledger)\//.test(file) && !file.startsWith('src/features/demo/');
  walk(program, (node) => {
    if (redirects && node.type === 'CallExpression' && isNode(node.callee)) {
      const isRedirect = /^(permanentR|r)edirect$/.test(String(node.callee.name));
      const [target] = Array.isArray(node.arguments) ? node.arguments : [];
      if (isRedirect && stringOf(target)?.startsWith('/')) {
        add(node.start, 'a fixed address knows no language: redirect comes from @/i18n/navigation');
      }
    }
    if (writesColumns && node.type === 'CallExpression') {
      for (const at of looselyWritten(node)) {
        add(at, 'what is spread into a row is compared with its columns: ...exactly(table, fields)');
      }
    }
    if (node.type !== 'MemberExpression') return;
    const name = text.slice(node.start, node.start + 40);
    // The bundler replaces this one, and drops the branch that does not apply.
    const isConstant = /^process\.env\.(NODE_ENV|NEXT_(RUNTIME|PUBLIC_BUILD_ID))\b/.test(name); // written in by the bundler
    const isEnv = node.end === node.start + 'process.env'.length && name.startsWith('process.env');
    if (isEnv && !isConstant && file !== 'src/lib/server/env.ts') {
      add(node.start, 'only lib/server/env.ts reads process.env');
    }
    if (/^Intl\.\w+Format\b/.test(name) && !file.startsWith('src/i18n/') && file !== 'src/lib/calendar.ts') {
      add(node.start, 'numbers and dates are formatted in i18n/formats.ts');
    }
  });
  for (const match of text.matchAll(/\.toLocale(Date|Time)?String\(/g)) {
    if (!file.startsWith('src/i18n/')) add(match.index, 'numbers and dates are formatted in i18n/formats.ts');
  }
  return found;
}

/** What breaks the directions of the house. */
export function checkImports(sources: SourceFile[]): Finding[] {
  return sources.flatMap((source) => {
    const messages = checkSource(source);
    const imports = source.imports.flatMap(({ line, from }, index) =>
      (messages[index] ?? []).map((message) => ({ path: source.path, line, message: `${from}: ${message}` })),
    );
    return [...imports, ...checkGlobals(source)];
  });
}
