import { isCompany, namesOf } from './name-rules';

/** What stands before a name and is none. */
const address = /^(?:(?:herrn?|frau|hr\.|fr\.|eheleute|ehepaar|familie|fam\.|mr\.?|mrs\.?|ms\.?)(?:\s+|$))+/i;
/** Between people; "und" and "u." among them. */
const joins = /\s*(?:&|\+|\s(?:und|and|u\.)\s)\s*/i;

const words = (name: string) => name.split(/\s+/).filter((word) => word !== '');
const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const isWord = (name: string) => words(name).length === 1;

/**
 * The people in one cell of a table, each as one name: `Anna Müller, Ben Schmidt`; `Anna & Ben Müller`, who share a
 * last name; `Müller, Anna`, who is one, last name first. A company is one, whatever stands in its name. Null where it
 * could be read in two ways: whoever typed it is asked. A semicolon always parts people.
 */
export function peopleIn(text: string): string[] | null {
  const cells = text.split(/[;\n]/).map(tidy).filter(Boolean);
  const people = cells.map((cell) => (isCompany(cell) ? [cell] : joined(cell)));
  return people.every((some) => some !== null) ? people.flat() : null;
}

/** People joined by "and" share the last name of the last of them where they have none. */
function joined(cell: string): string[] | null {
  const [last, ...behind] = cell.split(',').map(tidy);
  // "Müller, Anna und Ben"
  if (last && behind.length === 1 && !joins.test(last) && isLastName(last)) {
    const firsts = (behind[0] ?? '').split(joins).map(tidy).filter(Boolean);
    if (firsts.length > 1 && firsts.every(isWord)) return firsts.map((first) => `${last}, ${first}`);
  }
  const parts = cell.split(joins).map(tidy).filter(Boolean);
  if (parts.length === 1) return listed(cell);
  const shared = namesOf((parts.at(-1) ?? '').replace(address, '')).lastName;
  const people = parts.map((part, index) => {
    const bare = tidy(part.replace(address, ''));
    const isLast = index === parts.length - 1;
    if (bare === '') return isLast || shared === null ? null : [shared];
    if (!isWord(bare)) return listed(part);
    if (parts.every((one) => isWord(tidy(one.replace(address, ''))))) return [bare];
    // "Anna Müller und Ben": whose son Ben is, nobody has said.
    if (isLast && bare === part) return null;
    if (isLast) return [bare];
    return shared === null ? null : [`${shared}, ${bare}`];
  });
  return people.every((some) => some !== null) ? people.flat() : null;
}

/** A list with commas, or one person with the last name first. */
function listed(cell: string): string[] | null {
  const parts = cell
    .split(',')
    .map((part) => tidy(part.replace(address, '')))
    .filter(Boolean);
  const [first = '', second = ''] = parts;
  if (parts.length === 1) return [first];
  if (parts.every((part) => !isWord(part) && !isLastName(part))) return parts;
  if (parts.length === 2) return isLastName(first) ? [`${first}, ${second}`] : null;
  const lastName = namesOf(parts.at(-1) ?? '').lastName;
  const before = parts.slice(0, -1);
  // "Anna, Ben, Cleo Müller"
  if (before.every(isWord) && !isWord(parts.at(-1) ?? '') && lastName !== null) {
    return [...before.map((part) => `${lastName}, ${part}`), parts.at(-1) ?? ''];
  }
  return null;
}

/** One word, or small words and one: `van der Berg`. */
const isLastName = (name: string) => isWord(name) || namesOf(`X ${name}`).lastName === name;
