/** pg-boss hands on what an error holds and not the error, of which nothing would be logged. */
export function asError(given: unknown): unknown {
  if (given instanceof Error || typeof given !== 'object' || given === null) return given;
  const message = 'message' in given ? String(given.message) : 'An error without words';
  return Object.assign(new Error(message), given);
}
