import 'server-only';
import type { Messages } from 'next-intl';
import type { Language } from '@/lib/languages';

/** Every word of a language; on the server they are files beside its code. */
export async function messagesIn(language: Language): Promise<Messages> {
  const { default: messages }: { default: Messages } = await import(`../../../messages/${language}.json`);
  return messages;
}
