/**
 * Whether the name typed by hand before a deletion is the thing's name. Spaces around and repeated ones do
 * not count, nor the way an accent is composed; capitals do.
 */
export function isTypedName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ');
  return plain(typed) === plain(name);
}
