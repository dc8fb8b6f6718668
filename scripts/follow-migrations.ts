import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { describeOriginal } from '../src/lib/server/original-error.ts';

const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });
/** A generator writes several files; the list of them comes last. */
const settleMs = 200;

function listMigrations(folder: string): string[] {
  const text = fs.readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8');
  return journal.parse(JSON.parse(text)).entries.map(({ tag }) => tag);
}

const textOf = (folder: string, tag: string) => fs.readFileSync(path.join(folder, `${tag}.sql`), 'utf8');
/** The migrations there are, by their names, as they are written. */
export const readMigrations = (folder: string): Map<string, string> =>
  new Map(listMigrations(folder).map((tag) => [tag, textOf(folder, tag)]));

const hasStatements = (text: string) => /^(?!\s*(--|$))/m.test(text);

type Following = {
  folder: string;
  /** As they were before the database was brought up to date: while the app starts, another may have come. */
  applied: ReadonlyMap<string, string>;
  migrate: () => Promise<void>;
  dataFolder: string;
  say?: (line: string) => void;
};

/**
 * While developing: applies a migration as soon as it lies in `drizzle/`, and says so; one that is to be written by
 * hand waits until it says something.
 */
export function followMigrations({ folder, migrate, dataFolder, say = console.log, ...from }: Following): {
  stop: () => void;
} {
  const applied = new Map(from.applied);
  let told = '';
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  async function look(): Promise<void> {
    const tags = listMigrations(folder);
    const rewritten = [...applied].find(([tag, text]) => !tags.includes(tag) || textOf(folder, tag) !== text);
    if (rewritten) {
      const [tag] = rewritten;
      if (told !== tag) {
        const what = tags.includes(tag)
          ? 'was rewritten, which this database was made by:'
          : 'is gone, which this database was made by: go back to the branch that has it, or';
        say(
          `Migration ${tag} ${what} stop, remove ${dataFolder} and .next/dev, and start again; npm run seed fills it.`,
        );
      }
      told = tag;
      return;
    }
    const added = tags.filter((tag) => !applied.has(tag));
    if (added.length === 0) return;
    const names = added.join(', ');
    const empty = added.find((tag) => !hasStatements(textOf(folder, tag)));
    if (empty) {
      if (told !== empty) say(`Migration ${empty} waits until it says something.`);
      told = empty;
      return;
    }
    try {
      await migrate();
    } catch (error) {
      say(`Migration ${names} failed, and is tried again when it changes. ${describeOriginal(error)}`);
      return;
    }
    for (const tag of added) applied.set(tag, textOf(folder, tag));
    say(`Migrated: ${names}`);
  }

  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(look).catch((error: unknown) => {
        say(`The migrations could not be read. ${describeOriginal(error)}`);
      });
    }, settleMs);
  };
  changed();
  const watchers = [folder, path.join(folder, 'meta')].map((place) => fs.watch(place, changed));
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
