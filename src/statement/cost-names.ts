/**
 * The usual names of the costs of § 2 BetrKV, as bills and statements write them, in German and English. No. 17 has no
 * name of its own.
 */
const names: Record<number, string> = {
  1: 'Grundsteuer, laufende öffentliche Lasten, property tax',
  2: 'Wasser, Wasserversorgung, Wasserkosten, Kaltwasser, Frischwasser, Wasser und Abwasser, water, water supply, cold water',
  3: 'Entwässerung, Abwasser, Schmutzwasser, Niederschlagswasser, Regenwasser, Kanalgebühren, drainage, sewage, waste water',
  4: 'Heizung, Heizkosten, heating',
  5: 'Warmwasser, hot water',
  6: 'Heizung und Warmwasser, heating and hot water',
  7: 'Aufzug, Fahrstuhl, Personenaufzug, lift, elevator',
  8: `Müll, Müllabfuhr, Müllbeseitigung, Müllgebühren, Abfall, Straßenreinigung, Straßenreinigung und Müllbeseitigung,
    Winterdienst, refuse, refuse collection, garbage, waste, street cleaning, street cleaning and refuse`,
  9: `Gebäudereinigung, Hausreinigung, Treppenreinigung, Treppenhausreinigung, Ungezieferbekämpfung,
    Gebäudereinigung und Ungezieferbekämpfung, cleaning, building cleaning`,
  10: 'Gartenpflege, garden, gardening, garden care',
  11: 'Beleuchtung, Allgemeinstrom, Hausstrom, Treppenhausbeleuchtung, lighting, common electricity',
  12: 'Schornsteinfeger, Schornsteinreinigung, Kaminkehrer, chimney sweep',
  13: `Versicherung, Versicherungen, Gebäudeversicherung, Wohngebäudeversicherung, Haftpflichtversicherung,
    Sach- und Haftpflichtversicherung, insurance, building insurance, liability insurance`,
  14: 'Hauswart, Hausmeister, caretaker, janitor',
  15: 'Gemeinschaftsantenne, Antenne, antenna',
  16: 'Wäschepflege, Einrichtungen für die Wäschepflege, Waschküche, laundry',
};

const folded = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

const numberOf = new Map(
  Object.entries(names).flatMap(([no, list]) => list.split(',').map((name) => [folded(name), Number(no)])),
);

const cableNames = new Set(['kabel', 'kabelfernsehen', 'kabelanschluss', 'cable', 'cable tv']);

/** What somebody who types a line's usual name and no number means by it; nothing of a name that is none of these. */
export function numberByName(name: string): { betrkvNo: number | null; isCable: boolean } {
  const isCable = cableNames.has(folded(name));
  return { betrkvNo: isCable ? 15 : (numberOf.get(folded(name)) ?? null), isCable };
}

/**
 * The number of a line of an association's statement by the words of its name, where a usual name stands among them
 * (`Kosten der Müllabfuhr`); null of a name that has none. The longest name that fits says it.
 */
export function numberByWords(name: string): number | null {
  const exact = numberByName(name).betrkvNo;
  if (exact !== null) return exact;
  const words = folded(name);
  const found = [...numberOf].filter(([one]) => one.length >= 4 && words.includes(one));
  return found.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null;
}
