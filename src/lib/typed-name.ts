/** What stands in a name and is not to be seen: soft hyphens, marks that turn words around, blanks of no width. */
const unseen = /\p{Cf}/gu;

const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * Whether the name typed by hand before a deletion is the thing's name. Spaces around and repeated ones do
 * not count, nor the way an accent is composed, nor what nobody sees; capitals do.
 */
export function isTypedName(typed: string, name: string): boolean {
  const seen = (text: string) => plain(text.replace(unseen, ''));
  return seen(name) === '' ? plain(typed) === plain(name) : seen(typed) === seen(name);
}
