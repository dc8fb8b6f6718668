import { z } from 'zod';
import type { RuleName } from '../src/domain/trace-names.ts';
import { type Language, languages } from '../src/domain/vocabulary.ts';
import { conventions } from '../src/explain/given.ts';
import { isRuleName, rules } from '../src/explain/registry.ts';

/**
 * `npm run -s explain -- <rule> '<json>'`: result and trace of a rule, so that anyone can check a published
 * example against it; `-- <rule>`: the shape of its input and an example; `-- list`: of all rules. Reads no database and no network.
 */

class Refusal extends Error {}

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

/** The shape of an input without what a reader does not need: patterns of dates, bounds of the number type. */
function shapeOf(input: z.ZodType) {
  const { $schema, ...shape } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return shape;
}

const takes = (name: RuleName) => ({
  rule: name,
  input: shapeOf(rules[name].input),
  example: rules[name].example,
});

const list = () => (Object.keys(rules) as RuleName[]).map(takes);

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`The input is no JSON: ${error instanceof Error ? error.message : text}`);
  }
}

function explain(given: string, text: string | undefined, language: Language) {
  const name = given.replaceAll('-', '_');
  if (!isRuleName(name)) {
    throw new Refusal(`There is no rule "${given}". Known: ${Object.keys(rules).join(', ')}`);
  }
  const rule = rules[name];
  if (text === undefined) {
    // Beside the JSON, so that a program can read it.
    process.stderr.write(
      `With its input:\n  npm run -s explain -- ${name} '${JSON.stringify(rule.example)}'\n`,
    );
    return takes(name);
  }
  const input = readInput(text);
  try {
    return rule.explain(input, language);
  } catch (error) {
    if (error instanceof z.ZodError) throw new Refusal(`The input does not fit:\n${z.prettifyError(error)}`);
    if (error instanceof RangeError) throw new Refusal(`The rule refuses the input: ${error.message}`);
    throw error;
  }
}

const isLanguage = (tag: string | undefined): tag is Language => languages.some((one) => one === tag);

/** `--language=en` anywhere among the arguments; German otherwise. */
function readLanguage(args: readonly string[]): Language {
  const given = args.find((arg) => arg.startsWith('--language='))?.split('=')[1] ?? 'de';
  if (!isLanguage(given)) throw new Refusal(`Numbers are read in: ${languages.join(', ')}`);
  return given;
}

// Whoever reads only the beginning (`| head`) has what they wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const given = process.argv.slice(2);
const [command, text] = given.filter((arg) => !arg.startsWith('--'));
try {
  if (command === undefined)
    throw new Refusal(`Usage: npm run -s explain -- <rule> '<json>' [--language=en] | list\n${conventions}`);
  print(command === 'list' ? list() : explain(command, text, readLanguage(given)));
  // Beside the JSON, so that a program can read it.
  if (command === 'list') process.stderr.write(`${conventions}\n`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
