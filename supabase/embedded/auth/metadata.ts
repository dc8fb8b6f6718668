import { ApiError } from '../errors.ts';

type Metadata = Record<string, unknown>;

/**
 * What an account may say of itself. It goes into every token, and with the token into a cookie three times over, of
 * which servers take 16 kB; Supabase's own server has no such limit.
 */
const maxBytes = 2_048;
/** What the server adds to a client's words: address, id, what is proven. */
const addedBytes = 512;
/** Of what a provider tells; a name and a picture stand there twice. */
const providerBytes = 1_536;

const isWithin = (data: Metadata, bytes: number) => Buffer.byteLength(JSON.stringify(data)) <= bytes;

const tooLong = () =>
  new ApiError(422, 'validation_failed', `User metadata must be at most ${maxBytes} bytes long`);

/** A client's words: refused before anything is looked up, whoever the account is. */
export function requireSmall(said: Metadata): Metadata {
  if (!isWithin(said, maxBytes)) throw tooLong();
  return said;
}

/** All an account says of itself by now. */
export function requireStorable(stored: Metadata): Metadata {
  if (!isWithin(stored, maxBytes + addedBytes + providerBytes)) throw tooLong();
  return stored;
}

/** Of what a provider tells as much as there is room for, the first first: nobody is kept out by a long name. */
export function takeSmall(told: Metadata): Metadata {
  const taken: Metadata = {};
  for (const [key, value] of Object.entries(told)) {
    if (isWithin({ ...taken, [key]: value }, providerBytes)) taken[key] = value;
  }
  return taken;
}
