export const floorKinds = ['ground', 'upper', 'basement', 'attic'] as const;
/** A floor as people enter it (“2. OG links”, “EG”, “3rd floor”, “-1”), read: `rest` is what else was said. */
export type Floor = { kind: (typeof floorKinds)[number]; number: number; rest: string };

const patterns: readonly [Floor['kind'], RegExp][] = [
  ['ground', /^(?:EG|Erdgeschoss|Hochparterre|Parterre|ground(?: floor)?|0)(?![\p{L}\d])/iu],
  ['attic', /^(?:DG|Dachgeschoss|attic|top floor)(?![\p{L}\d])/iu],
  [
    'basement',
    /^(?:-(\d+)|(?:(\d+)\. ?)?(?:UG|Untergeschoss)|KG|Keller(?:geschoss)?|Souterrain|basement)(?![\p{L}\d])/iu,
  ],
  [
    'upper',
    /^(\d+)(?:\. ?(?:OG|Obergeschoss|Stock|Etage)|\.| ?(?:OG|Stock|Etage)|(?:st|nd|rd|th)? floor)?(?![\p{L}\d])/iu,
  ],
];

/** Null for what names none of these; that stays as it was entered. */
export function readFloor(text: string): Floor | null {
  const trimmed = text.trim();
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(trimmed);
    if (!found) continue;
    const number = Number(found[1] ?? found[2] ?? (kind === 'basement' ? 1 : 0));
    return { kind, number, rest: trimmed.slice(found[0].length).replace(/^[\s,·-]+/, '') };
  }
  return null;
}

/** In the name of a unit only a word makes a number a floor: “3” and “3 Zimmer” are names, and a “Keller” is a room. */
const inNames =
  /(?<![\p{L}\d])(?:EG|Erdgeschoss|Hochparterre|Parterre|ground floor|DG|Dachgeschoss|attic|top floor|(?:\d+\. ?)?(?:UG|Untergeschoss)|KG|Kellergeschoss|Souterrain|basement|\d+(?:\. ?| )?(?:OG|Obergeschoss|Stock|Etage)|\d+(?:st|nd|rd|th)? floor|\d+\.(?= ?(?:links|rechts|mitte|li|re|mi)(?!\p{L})))(?![\p{L}\d])/iu;

/** The floor that a unit's name says, with what stands before and behind it; null where it says none. */
export function findFloor(name: string): (Floor & { before: string }) | null {
  const at = inNames.exec(name)?.index;
  const floor = at === undefined ? null : readFloor(name.slice(at));
  return floor && { ...floor, before: name.slice(0, at).replace(/[\s,·-]+$/, '') };
}

/** Whether the name of a unit says its floor already: “2. OG links” of the second, but not “3” of the third. */
export function isFloorNamed(name: string, floor: string): boolean {
  const isWord = /\p{L}/u.test(floor);
  if (isWord && name.toLowerCase().includes(floor.toLowerCase())) return true;
  const [named, meant] = [findFloor(name), readFloor(floor)];
  return named !== null && meant !== null && named.kind === meant.kind && named.number === meant.number;
}
