import { isDeveloping, isWatched } from './env.ts';

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Where to look, for refusals of Postgres that only a change of ours brings about. */
const hints: Record<string, string> = {
  '42501':
    'Who may do what with a table stands in src/db/grants.ts; a row of another portfolio is refused, too.',
  '42703':
    'Does drizzle/ say it, too? npm run generate writes what is missing: CONTRIBUTING.md, Changing the database',
  '42P01':
    'Does drizzle/ say it, too? npm run generate writes what is missing: CONTRIBUTING.md, Changing the database',
};

/** The error itself and what caused it, the statement with its values, and where to look. */
export function describeOriginal(error: unknown): string {
  const lines: string[] = [];
  let current = error;
  let told: string | undefined;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code, detail, hint, query, params } = current as Error & Record<string, unknown>;
    const statement = textOf(query);
    // Drizzle's own message repeats statement and values. The error of Postgres knows its statement, too.
    if (!current.message.startsWith('Failed query:')) {
      lines.unshift(`${current.name}: ${current.message}${textOf(code) ? ` (${code})` : ''}`);
      for (const more of [detail, hint, hints[String(code)]]) if (textOf(more)) lines.push(`  ${more}`);
    }
    if (statement !== undefined && statement !== told) {
      told = statement;
      lines.push(`  ${statement}`);
      const values = Array.isArray(params) ? params : [];
      for (const [index, value] of values.entries()) lines.push(`  $${index + 1} = ${JSON.stringify(value)}`);
    }
    current = current.cause;
  }
  return lines.length > 0 ? lines.join('\n') : String(error);
}

/**
 * What a developer is told of an error nobody foresaw; undefined anywhere but in development, because it holds what
 * people have typed. In the built product the bundler leaves this out.
 */
export function originalOf(error: unknown): string | undefined {
  return isDeveloping() ? describeOriginal(error) : undefined;
}

/** Prints it where the server or a test runs, with the frames that lead to it. */
export function showOriginal(title: string, error: unknown): void {
  if (!isWatched()) return;
  const text = describeOriginal(error);
  const frames = ((error instanceof Error && error.stack) || '').split('\n');
  const ours = frames.filter((line) => /^\s+at /.test(line) && !/node_modules|node:/.test(line)).slice(0, 6);
  console.error([`\n✗ ${title}`, text, ...ours, ''].join('\n'));
}
