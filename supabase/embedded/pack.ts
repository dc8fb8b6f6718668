import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

/**
 * Makes what is published: compiled JavaScript with types, since Node strips none below node_modules. In this
 * repository the sources themselves are imported, so the exports are rewritten on the way.
 */
const manifestSchema = z.looseObject({
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
});

const here = import.meta.dirname;
/** For tests of this repository only. */
const unpacked = './testing';
const compiled = (source: string) => source.replace(/\.ts$/, '.js');

/** Puts the package together in the folder, which may hold an earlier one. */
export function buildPackage(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const project = path.join(here, 'tsconfig.pack.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', folder], { stdio: 'inherit' });
  for (const room of ['auth', 'storage']) {
    fs.cpSync(path.join(here, room, 'schema'), path.join(folder, room, 'schema'), { recursive: true });
  }
  for (const name of ['README.md', 'LICENSE']) {
    fs.copyFileSync(path.join(here, name), path.join(folder, name));
  }
  const {
    private: _,
    scripts: _scripts,
    devDependencies: _development,
    ...manifest
  } = manifestSchema.parse(JSON.parse(fs.readFileSync(path.join(here, 'package.json'), 'utf8')));
  const shown = Object.entries(manifest.exports).filter(([name]) => name !== unpacked);
  const published = {
    ...manifest,
    bin: Object.fromEntries(Object.entries(manifest.bin).map(([name, file]) => [name, compiled(file)])),
    exports: Object.fromEntries(
      shown.map(([name, file]) => [name, { types: file.replace(/\.ts$/, '.d.ts'), default: compiled(file) }]),
    ),
  };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** `npm run pack -w @hausbuch/supabase-embedded [folder]`: the package, and its tarball beside it. */
if (import.meta.main) {
  const folder = path.resolve(process.argv[2] ?? path.join(here, 'dist'));
  buildPackage(folder);
  execFileSync('npm', ['pack', folder, '--pack-destination', path.dirname(folder)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
