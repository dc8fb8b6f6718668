import { spawn } from 'node:child_process';
import { z } from 'zod';
import { root } from './surroundings.ts';

/** What is published against the packages that production runs, those they bring along included. */
export type Advisories =
  | { kind: 'none'; packages: number }
  | { kind: 'found'; packages: { name: string; severity: string; titles: string[]; fix: string | null }[] }
  /** The registry, or whoever stands in for it here, gave no answer. */
  | { kind: 'unasked'; reason: string };

export const exitCodes: Record<Advisories['kind'], number> = { none: 0, found: 1, unasked: 2 };

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      // Of a package that is affected through another one, that one's name.
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
      fixAvailable: z.union([z.boolean(), z.object({ name: z.string(), version: z.string() })]),
    }),
  ),
  metadata: z.object({ dependencies: z.object({ prod: z.number() }) }),
});
const refusal = z.object({
  message: z.string().optional(),
  error: z.object({ summary: z.string().nullish(), detail: z.string().nullish() }).optional(),
});

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

type Options = { folder?: string; registry?: string; limitMs?: number };

function runNpm({ folder = root, registry, limitMs = 60_000 }: Options): Promise<string> {
  const args = [
    'audit',
    '--omit=dev',
    '--json',
    ...(registry === undefined ? [] : [`--registry=${registry}`]),
  ];
  const npm = process.env.npm_execpath;
  const isScript = npm !== undefined && /\.c?js$/.test(npm);
  const child = spawn(isScript ? process.execPath : 'npm', isScript ? [npm, ...args] : args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: limitMs,
    shell: !isScript && process.platform === 'win32',
  });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error) => resolve(JSON.stringify({ message: error.message })));
    child.once('close', (_, signal) =>
      resolve(signal ? JSON.stringify({ message: `no answer within ${limitMs / 1000} s` }) : output),
    );
  });
}

/** Asks the registry that npm is set to about the packages of the lock file. */
export async function lookUpAdvisories(options: Options = {}): Promise<Advisories> {
  const answer = parse(await runNpm(options));
  const { data } = report.safeParse(answer);
  if (!data) {
    const told = refusal.safeParse(answer).data;
    const reason =
      told?.message || told?.error?.summary || told?.error?.detail || 'its answer cannot be read';
    return { kind: 'unasked', reason };
  }
  const packages = Object.entries(data.vulnerabilities).map(([name, { severity, via, fixAvailable }]) => ({
    name,
    severity,
    titles: via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`)),
    fix: typeof fixAvailable === 'boolean' ? null : `${fixAvailable.name} ${fixAvailable.version}`,
  }));
  if (packages.length > 0) return { kind: 'found', packages };
  return { kind: 'none', packages: data.metadata.dependencies.prod };
}

export function tellAdvisories(answer: Advisories): string {
  switch (answer.kind) {
    case 'none':
      return `Nothing is published against the ${answer.packages} packages that production runs.`;
    case 'unasked':
      return `No fault: whether something is published against the packages was not looked up, the registry could not be asked (${answer.reason}).`;
    case 'found':
      return [
        'Published against packages that production runs:',
        ...answer.packages.flatMap(({ name, severity, titles, fix }) => [
          `  ${name} (${severity})${fix === null ? '' : `: mended by ${fix}`}`,
          ...titles.map((title) => `    ${title}`),
        ]),
      ].join('\n');
  }
}
