/** What the server needs of a logger; pino's fits. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A mail server names the mailbox that it refuses, and no line holds the address of somebody. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"'`(),:;=[\]]{1,64}@[^\s<>"'`(),:;=[\]]{1,255}/g, '[address]');

/** With its frames, which name packages that look like addresses. */
function textOf({ message, stack = message }: Error): string {
  return stack.replace(message, () => withoutAddresses(message));
}

function write(level: string, details: object, message: string): void {
  const fields = Object.entries(details).map(([name, value]) => {
    if (value instanceof Error) return `${name}=${textOf(value)}`;
    return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  process.stderr.write(`${['supabase', level, message, ...fields].join(' ')}\n`);
}

/** One line per event on stderr: stdout belongs to the answers of commands. */
export const stderrLog: Log = {
  info: (details, message) => write('info', details, message),
  warn: (details, message) => write('warn', details, message),
  error: (details, message) => write('error', details, message),
};
