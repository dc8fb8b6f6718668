/** A name as SQL takes it, whatever is in it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
