import path from 'node:path';
import { parseSync } from 'vite';
import type { Finding } from './source.ts';
import { lineAt } from './source.ts';

type Remark = { text: string; offset: number };

/** What is said in a file beside what it does: comments of code, text in backticks and links of pages. */
function remarksOf(file: string, text: string): Remark[] {
  if (file.endsWith('.md')) {
    return [...text.matchAll(/(?<=`)[^`\n]+(?=`)|(?<=\]\()[^)\n]+(?=\))/g)].map((match) => ({
      text: match[0],
      offset: match.index,
    }));
  }
  if (/\.(ts|tsx|mjs)$/.test(file)) {
    return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, offset: start + 2 }));
  }
  const mark = file.endsWith('.sql') ? /--.*/g : file.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : /(^|\s)#.*/g;
  return [...text.matchAll(mark)].map((match) => ({ text: match[0], offset: match.index }));
}

/** `src/db/scope.ts`, `rules.ts`, `src/db/erase-*.ts`, `[id]/page.tsx`, `drizzle/meta/`. */
const named =
  /(?<![\w$./@:<>*\]-])(?:\.{1,2}\/)?[\w.<*%[@][\w@.[\]<>*%()/-]*(?:\.(?:tsx?|mjs|md|sql|json|css|toml|ya?ml|sh)|\/)(?![\w/<*-])/g;
/** Made while something runs, in a download, or somebody else's. */
const elsewhere = /^((\.(data|next|pictures)|node_modules|@|<data(Dir)?>)\/|hausbuch\.json$)/;
const folders = /^(\.ci|\.github|docs|drizzle|messages|scripts|src|supabase|tests)\//;

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\%]/g, '\\$&');

/** What a name may stand for: a `*` or `<noun>` is one step or a part of one. */
const patternOf = (name: string) =>
  escaped(name)
    .replace(/\*\*/g, '.*')
    .replace(/\*|<[^>]*>/g, '[^/]+');

/**
 * Files and folders named in comments and pages that are not there. A name counts from the root, from its own file,
 * or as the end of a longer one.
 * @param files every file of the project, from its root
 */
export function findUnknownFiles(
  sources: readonly { path: string; text: string }[],
  files: readonly string[],
): Finding[] {
  const all = `\n${files.join('\n')}\n`;
  const known = new Map<string, boolean>();
  const exists = (name: string) => {
    const isFolder = name.endsWith('/');
    const found = known.get(name) ?? new RegExp(`[\\n/]${patternOf(name)}${isFolder ? '' : '\\n'}`).test(all);
    known.set(name, found);
    return found;
  };
  return sources.flatMap(({ path: file, text }) =>
    remarksOf(file, text).flatMap((remark) =>
      [...remark.text.matchAll(named)].flatMap((match): Finding[] => {
        const name = match[0];
        const here = path.posix.join(path.posix.dirname(file), name);
        if (elsewhere.test(name) || (name.endsWith('/') && !folders.test(name))) return [];
        if (exists(here) || exists(name.replace(/^(\.{1,2}\/)+/, ''))) return [];
        return [
          {
            path: file,
            line: lineAt(text, remark.offset + match.index),
            message: `there is no ${name}`,
          },
        ];
      }),
    ),
  );
}
