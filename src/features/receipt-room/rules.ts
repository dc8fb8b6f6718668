import { createHash, randomBytes } from 'node:crypto';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { readRecoveryCode, recoveryCodeLength, writeRecoveryCode } from '../account/recovery-code-rules';

/** A code is tried so often, then it is none any more. */
export const guessesPerCode = 5;
/** The first code is there as long as somebody may take to read their mail; one that was asked for waits on the page. */
export const firstCodeHours = 7 * 24;
export const askedCodeHours = 1;
/** So many codes are mailed to a tenant in a day; one is asked for in a minute. */
export const codesPerDay = 5;
/** Whoever entered is let in again for so long with what their browser was given, or until the room ends. */
export const visitHours = 12;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Of a code (sixty bits) together with its room: the same code elsewhere is another one. */
const codeHashOf = (roomId: string, code: string) => hash(`${roomId} ${code}`);

/** A new code as it is mailed, and the hash that is kept. */
export function makeCode(roomId: string): { code: string; codeHash: string } {
  const code = writeRecoveryCode(randomBytes(recoveryCodeLength));
  return { code, codeHash: codeHashOf(roomId, readRecoveryCode(code) ?? '') };
}

/** The hash of a code as somebody typed it; null for what can be none. */
export function typedCodeHash(roomId: string, typed: string): string | null {
  const code = readRecoveryCode(typed);
  return code === null ? null : codeHashOf(roomId, code);
}

export type RoomState = 'open' | 'revoked' | 'over';

/** Whether somebody may look into a room today. */
export function stateOfRoom(
  room: { endsOn: CalendarDate; revokedAt: Date | null },
  today: CalendarDate,
): RoomState {
  if (room.revokedAt !== null) return 'revoked';
  return room.endsOn < today ? 'over' : 'open';
}

/** The last day of a room that is opened today for so many days, today among them. */
export const lastDay = (today: CalendarDate, days: number): CalendarDate => addDays(today, days - 1);
