import type { HandoverKind, KeyKind, LeaseState, RoomCondition } from '@/domain/vocabulary';

export type KeyLine = { kind: KeyKind; label: string | null; count: number };
export type RoomLine = {
  name: string;
  condition: RoomCondition;
  defects: readonly { description: string; isKnown: boolean }[];
};

/** What a new record is most likely of: of moving out once moving in is written down, or once the tenancy comes to its end. */
export const likelyKind = (hasMovedIn: boolean, state: LeaseState): HandoverKind =>
  hasMovedIn || state === 'notice_given' || state === 'ended' ? 'move_out' : 'move_in';

const folded = (words: string | null) => (words ?? '').trim().toLowerCase();
const keyOf = ({ kind, label }: Pick<KeyLine, 'kind' | 'label'>) => `${kind} ${folded(label)}`;

export const isSameKey = (
  one: Pick<KeyLine, 'kind' | 'label'>,
  other: Pick<KeyLine, 'kind' | 'label'>,
): boolean => keyOf(one) === keyOf(other);

export type KeyComparison = { kind: KeyKind; label: string | null; given: number; returned: number };

/**
 * What was handed over beside what came back, kind by kind; several lines of one kind and label count together.
 * The order is that of moving in, with what is new behind it.
 */
export function compareKeys(given: readonly KeyLine[], returned: readonly KeyLine[]): KeyComparison[] {
  const lines = new Map<string, KeyComparison>();
  const lineOf = (key: KeyLine): KeyComparison => {
    const known = lines.get(keyOf(key));
    if (known) return known;
    const line = { kind: key.kind, label: key.label, given: 0, returned: 0 };
    lines.set(keyOf(key), line);
    return line;
  };
  for (const key of given) lineOf(key).given += key.count;
  for (const key of returned) lineOf(key).returned += key.count;
  return [...lines.values()];
}

/** How many keys that were handed over did not come back; one too many of a kind makes up for none of another. */
export const missingKeys = (lines: readonly KeyComparison[]): number =>
  lines.reduce((sum, line) => sum + Math.max(0, line.given - line.returned), 0);

/** The room as it was on moving in: the one of that name. */
export function findRoom<Room extends { name: string }>(rooms: readonly Room[], name: string): Room | null {
  return rooms.find((room) => folded(room.name) === folded(name)) ?? null;
}

/** The defects that were not there when the tenant moved in. */
export const newDefects = <Defect extends { isKnown: boolean }>(
  rooms: readonly { defects: readonly Defect[] }[],
): Defect[] => rooms.flatMap((room) => room.defects.filter((defect) => !defect.isKnown));

/**
 * What a record of moving out takes over from moving in: every defect is known now, and nobody is expected to
 * mend it by a day that is long past.
 */
export const roomsOfMoveIn = <
  Defect extends { isKnown: boolean; mendUntil: string | null },
  Room extends { defects: readonly Defect[] },
>(
  rooms: readonly Room[],
) =>
  rooms.map((room) => ({
    ...room,
    defects: room.defects.map((defect) => ({ ...defect, isKnown: true, mendUntil: null })),
  }));
