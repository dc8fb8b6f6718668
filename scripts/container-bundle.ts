import fs from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { build } from 'rolldown';
import { viteDynamicImportVarsPlugin, viteImportGlobPlugin } from 'rolldown/experimental';
import { root } from './surroundings.ts';

/** What the image of the app runs beside Next's own build. */
export const programs = {
  container: 'scripts/container.ts',
  'print-process': 'src/print/print-process.ts',
  'file-process': 'src/features/bank/file-process.ts',
  'paper-process': 'src/features/demo/paper-process.ts',
};

/**
 * Bundles what a container runs beside Next's own build: programs of this repository, by name, into a folder, and beside them
 * the packages that only they import.
 */
export async function bundle(programs: Record<string, string>, dir: string): Promise<void> {
  const { output } = await build({
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])),
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.json'),
    // What reads files of its own, and what has to be one with what that imports.
    external: ['next', 'sharp', /^react(\/|$)/, /^@react-pdf\//],
    plugins: [
      // The words of a language are imported by its name: each becomes a file of its own.
      viteDynamicImportVarsPlugin(),
      viteImportGlobPlugin(),
      {
        name: 'server-only-is-here',
        resolveId: (id) => (id === 'server-only' ? { id: '\0server-only' } : null),
        load: (id) => (id === '\0server-only' ? '' : null),
      },
      {
        // Words that are imported by name and as a whole: of those the bundler exported parts it had left out.
        name: 'words-are-one',
        transform: {
          filter: { id: /messages[\\/].*\.json$/ },
          handler: (code) => ({ code: `export default ${code}`, moduleType: 'js' }),
        },
      },
    ],
    output: {
      dir,
      format: 'esm',
      minify: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: 'procedures/[name]-[hash].mjs',
    },
  });
  const imported = output.flatMap((part) =>
    part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : [],
  );
  const copied = new Set<string>();
  for (const name of new Set(imported)) if (isWhole.test(name)) copyPackage(name, root, dir, copied);
}

/** Packages that Next does not trace, since only these programs import them, or of which it leaves a part behind. */
const isWhole = /^(react$|@react-pdf\/)/;

/** A package with all that it needs, whole: what only some of their files read while they run no tracer finds. */
function copyPackage(name: string, from: string, dir: string, copied: Set<string>): void {
  const described = findPackageJSON(name, path.join(from, 'package.json'));
  if (!described) throw new Error(`${name}, which the image has to hold, is not there.`);
  const source = path.dirname(described);
  if (copied.has(source)) return;
  copied.add(source);
  fs.cpSync(source, path.join(dir, path.relative(root, source)), { recursive: true });
  const { dependencies = {} } = JSON.parse(fs.readFileSync(described, 'utf8'));
  for (const needed of Object.keys(dependencies)) copyPackage(needed, source, dir, copied);
}
