import { parseCookieHeader } from '@supabase/ssr';
import { z } from 'zod';
import { previewOf } from '@/features/document/file-kind-rules';
import { findRoomFile, openRoomFile, visitCookieName } from '@/features/receipt-room/visitor-commands';
import { id } from '@/lib/field';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { answerFile, badQuestion } from '../file-answer';

const query = z.strictObject({ room: id, paper: id });

/**
 * `GET ?room=…&paper=…`: a receipt of a room, for whoever’s browser was let into it. It comes through here and never by an
 * address of the storage, which would outlive a room that is closed meanwhile.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { room: roomId, paper: paperId } = asked.data;
  return answerFile(request, 'receipt', async (context) => {
    const cookies = parseCookieHeader(request.headers.get('cookie') ?? '');
    const visit = cookies.find(({ name }) => name === visitCookieName(roomId))?.value ?? '';
    const file = { roomId, paperId, visit };
    const found = await findRoomFile(file, context.database());
    const { path, fileName, mediaType, sizeBytes, portfolioId } = found;
    const from = { db: context.database(), storage: context.fileStorage() };
    const open = () => openRoomFile(file, path, from);
    const body = await sentSlowly('visitors').send(`room ${roomId}`, open, portfolioId);
    return {
      body,
      mediaType,
      name: fileName,
      sizeBytes: BigInt(sizeBytes),
      isShown: previewOf(mediaType) !== null,
    };
  });
}
