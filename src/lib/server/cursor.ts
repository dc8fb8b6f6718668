import { z } from 'zod';
import { DomainError } from '../errors.ts';

/** Where a list sorted by (sort key, id) goes on. */
export type Position = { key: string; id: string };

const positionSchema = z.tuple([z.string(), z.uuid()]);

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.key, position.id])).toString('base64url');
}

/** `invalid` for anything but what `encodeCursor` made; null for no cursor. */
export function decodeCursor(cursor: string | null | undefined): Position | null {
  if (!cursor) return null;
  try {
    const [key, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { key, id };
  } catch (cause) {
    throw new DomainError('invalid', { field: 'cursor', cause });
  }
}

/** The same for a list whose keys look a certain way; `invalid` for the cursor of another sorting. */
export function positionOf(cursor: string | null | undefined, key: RegExp): Position | null {
  const position = decodeCursor(cursor);
  if (position && !key.test(position.key)) throw new DomainError('invalid', { field: 'cursor' });
  return position;
}

/** Cuts the row that was read beyond the page and tells where the next page begins. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null,
  };
}
