/** What the server needs of a logger; pino's fits. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

function write(level: string, details: object, message: string): void {
  const fields = Object.entries(details).map(([name, value]) => {
    if (value instanceof Error) return `${name}=${value.stack ?? value.message}`;
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
