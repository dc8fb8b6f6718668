import { type Finding, type SourceFile, targetOf } from './source.ts';

const isClient = ({ text }: SourceFile) => /^\s*(['"])use client\1/.test(text);
const nameOf = (file: string) => file.replace(/\.(ts|tsx|mjs)$/, '');

/** What Next itself asks for by its name, whoever imports it. */
const isEntry = ({ path }: SourceFile) => /^src\/(app\/|proxy\.|instrumentation)/.test(path);

/**
 * `use client` stands where a page of the server begins to be one of the browser, and nowhere below: what is reached from
 * there is in the browser without saying so, and may be used by the server as well as long as it has neither hook nor handler.
 */
export function checkBoundaries(sources: readonly SourceFile[]): Finding[] {
  const ours = sources.filter(({ path }) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path));
  const byName = new Map(ours.map((source) => [nameOf(source.path), source]));
  const loadedBy = (source: SourceFile) =>
    source.imports.flatMap(({ from, isType }) => {
      const target = targetOf(source.path, from);
      if (target === null || isType) return [];
      return byName.get(nameOf(target)) ?? byName.get(`${nameOf(target)}/index`) ?? [];
    });
  const begin = ours.filter(isEntry);
  const seen = new Set(begin);
  for (const source of seen) {
    if (isClient(source)) continue;
    for (const found of loadedBy(source)) seen.add(found);
  }
  const used = new Set(ours.flatMap(loadedBy));
  return ours
    .filter((source) => isClient(source) && used.has(source) && !seen.has(source))
    .map(({ path }) => ({
      path,
      line: 1,
      message: 'no page of the server imports this: it is in the browser without saying "use client"',
    }));
}
