import { begins, type Finding, linkSources, type ModuleImport, type SourceFile } from './source.ts';

type Side = 'server' | 'browser';

/** `lib/server/…`, `auth/browser/…`; what lies outside such a folder is loaded on both sides. */
export function sideOf(file: string): Side | null {
  const folder = /^src\/(?:.+\/)?(server|browser)\/[^/]+$/.exec(file)?.[1];
  return folder === 'server' || folder === 'browser' ? folder : null;
}

/** What no browser can load, wherever it lies. */
const isOfServer = ({ from, isType }: ModuleImport) =>
  !isType && (from === 'server-only' || from.startsWith('node:') || from === 'postgres');

/**
 * Keeps server and browser apart: neither folder imports from the other, what both load imports from neither, and from
 * no client component a way of imports leads to what only a server can load. Calls of server actions lead nowhere.
 */
export function checkSides(sources: readonly SourceFile[]): Finding[] {
  const { ours, loadedBy } = linkSources(sources);
  const folders = new Set(ours.filter(({ path }) => sideOf(path)).map(({ path }) => folderOf(path)));
  const findings: Finding[] = [];

  for (const source of ours) {
    const here = sideOf(source.path);
    for (const { found, line, from } of loadedBy(source)) {
      const there = sideOf(found.path);
      const sharesFolder = [...folders].some((folder) => here === null && source.path.startsWith(folder));
      if (there !== null && there !== here && (here !== null || sharesFolder)) {
        const message =
          here === null
            ? `what lies beside server/ and browser/ is loaded by both, and imports neither`
            : `what only a ${here} loads imports nothing that only a ${there} does`;
        findings.push({ path: source.path, line, message: `${from}: ${message}` });
      }
    }
  }

  const cameFrom = new Map<SourceFile, SourceFile | null>();
  for (const source of ours) if (begins(source, 'use client')) cameFrom.set(source, null);
  for (const [source] of cameFrom) {
    if (begins(source, 'use server')) continue;
    if (sideOf(source.path) === 'server' || source.imports.some(isOfServer)) {
      const way: string[] = [];
      for (let step: SourceFile | null | undefined = source; step; step = cameFrom.get(step))
        way.unshift(step.path);
      const message = `only a server can load this, and a client component leads here:${way.map((file) => `\n    ${file}`).join('')}`;
      findings.push({ path: source.path, line: 1, message });
      continue;
    }
    for (const { found } of loadedBy(source)) if (!cameFrom.has(found)) cameFrom.set(found, source);
  }
  return findings;
}

/** The room that is divided: `src/lib/` of `src/lib/server/env.ts`. */
const folderOf = (file: string) => file.replace(/(server|browser)\/[^/]+$/, '');
