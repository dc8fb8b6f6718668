import { z } from 'zod';
import { DomainError } from '../errors.ts';

/** Where a list sorted by (sort key, id) goes on. */
export type Position = { key: string; id: string };

const positionSchema = z.tuple([z.string(), z.uuid()]);

/** What Postgres can read as this type; anybody can make up a cursor. It knows no year 0. */
const keySchemas = {
  text: z.string().regex(/^[^\0]*$/),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  date: z.union([z.iso.date().regex(/^(?!0000)/), z.literal('infinity')]),
  instant: z.iso.datetime().regex(/^(?!0000)/),
};
/** The type by which a list is sorted. */
export type SortKind = keyof typeof keySchemas;

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.key, position.id])).toString('base64url');
}

/** `invalid` for anything but a position in a list that is sorted so; null for no cursor. */
export function decodeCursor(cursor: string | null | undefined, kind: SortKind): Position | null {
  if (!cursor) return null;
  try {
    const [key, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { key: keySchemas[kind].parse(key), id };
  } catch (cause) {
    throw new DomainError('invalid', { field: 'cursor', cause });
  }
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
