/** Half a character, or one that no address of ours can hold. */
const unreadable = /[\p{Cc}\ufffd]/u;

/**
 * An address as Next can read it. What decodes to no text, or to a control character (`/%zz`, `/%ff`, `/%00`), would
 * end in its bare 500: such a part becomes the replacement character, so that its page is one nobody knows, in the
 * language of the rest.
 */
export function readableUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const readable = path.replace(/%(?![0-9a-f]{2})/gi, '%ff').replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8');
    return unreadable.test(text) ? encodeURIComponent(text.replace(/\p{Cc}/gu, '\ufffd')) : bytes;
  });
  return readable + url.slice(path.length);
}
