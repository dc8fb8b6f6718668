/** What is attached to a mail that arrived, as it is called and what it is. */
export function attachedTo(text = ''): { name: string; said: string }[] {
  const parts = text.split(/^--[-\w=]+.*$/m).filter((part) => /Content-Disposition: attachment/.test(part));
  return parts.map((part) => ({
    name: /filename="?([^"\r\n]+)"?/.exec(part)?.[1] ?? '',
    said: Buffer.from(part.split('\r\n\r\n').slice(1).join(''), 'base64').toString('latin1'),
  }));
}
