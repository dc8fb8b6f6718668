import 'server-only';
import type { InTransaction } from '@/db/scope';
import { DomainError } from '@/lib/errors';

/** So long what the database has said of somebody's right holds: what is sent is made of thousands of small pieces. */
const goodForMs = 1_000;

/** @throws DomainError */
async function assertAllowed(inTransaction: InTransaction, portfolioId: string): Promise<void> {
  try {
    const entered = await inTransaction(async (_, scope) => scope.portfolioId);
    if (entered !== portfolioId) throw new DomainError('portfolio.gone');
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') throw error;
  }
}

/**
 * Whoever was removed from a portfolio, or signed out, while a ZIP is sent gets no further piece of it. It is asked once a
 * second, also within a large file. A database that cannot be asked for a moment breaks off nothing.
 */
export function whileAllowed(
  inTransaction: InTransaction,
  portfolioId: string,
  { body, onEnd = async () => {} }: { body: ReadableStream<Uint8Array>; onEnd?: () => Promise<unknown> },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let askedAt = Number.NEGATIVE_INFINITY;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (performance.now() - askedAt >= goodForMs) {
          await assertAllowed(inTransaction, portfolioId);
          askedAt = performance.now();
        }
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        await onEnd();
        controller.close();
      } catch (error) {
        // What is under way may fail at being broken off.
        await reader.cancel(error).catch(() => {});
        await onEnd();
        controller.error(error);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => {});
      await onEnd();
    },
  });
}
