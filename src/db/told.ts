import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Whether a version of a statement tells its lease something, and not only that nothing changes: then it has a letter. */
export const tellsSomething = ({ letter }: { letter: AnyPgColumn }) =>
  sql<boolean>`${letter} #>> '{letter,corrects,isChanged}' is distinct from 'false'`;
