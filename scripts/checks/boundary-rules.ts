import { begins, type Finding, linkSources, type SourceFile } from './source.ts';

const isClient = (source: SourceFile) => begins(source, 'use client');

/** What Next itself asks for by its name, whoever imports it. */
const isEntry = ({ path }: SourceFile) => /^src\/(app\/|proxy\.|instrumentation)/.test(path);

/**
 * `use client` stands where a page of the server begins to be one of the browser, and nowhere below: what is reached from
 * there is in the browser without saying so, and may be used by the server as well as long as it has neither hook nor handler.
 */
export function checkBoundaries(sources: readonly SourceFile[]): Finding[] {
  const { ours, loadedBy } = linkSources(sources);
  const leadsTo = (source: SourceFile) => loadedBy(source).map(({ found }) => found);
  const seen = new Set(ours.filter(isEntry));
  for (const source of seen) {
    if (isClient(source)) continue;
    for (const found of leadsTo(source)) seen.add(found);
  }
  const used = new Set(ours.flatMap(leadsTo));
  return ours
    .filter((source) => isClient(source) && used.has(source) && !seen.has(source))
    .map(({ path }) => ({
      path,
      line: 1,
      message: 'no page of the server imports this: it is in the browser without saying "use client"',
    }));
}
