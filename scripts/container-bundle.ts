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
 * Left out of the bundle and copied whole: Node reads the names such a package exports from the file of development, which it
 * never runs there and which the tracer of Next leaves behind.
 */
export const wholePackages = ['react'];

/** Bundles what a container runs beside Next's own build: programs of this repository, by name, into a folder. */
export async function bundle(programs: Record<string, string>, dir: string): Promise<void> {
  await build({
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])),
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.json'),
    // Those are there as the tracer of Next put them together, or whole.
    external: ['next', 'sharp', /^@react-pdf\//, ...wholePackages.map((name) => new RegExp(`^${name}(/|$)`))],
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
}
