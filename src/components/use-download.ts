import { useErrorWords } from '@/i18n/error-words';
import { fetchAgain } from '@/lib/fetch-again';
import { saveFile } from './save-file';
import { showFailure } from './toast';

/** The name the server gives a file: RFC 6266, the form with letters of any language. */
function nameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const named = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return named ? decodeURIComponent(named) : 'hausbuch';
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;
  return typeof code === 'string' ? code : 'unexpected';
}

/** Saves a file that the server makes when asked; where it cannot, the page stays and says why. */
export function useDownload(): (url: string) => Promise<void> {
  const words = useErrorWords();
  const fail = (code: string) => showFailure(words.failure({ code, fields: {} }));
  return async (url) => {
    const response = await fetchAgain(url).catch(() => null);
    if (!response) return fail('network');
    if (!response.ok) return fail(await codeOf(response));
    saveFile(await response.blob(), nameOf(response));
  };
}
