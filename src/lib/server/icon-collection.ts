import 'server-only';
import type { IconifyJSON } from '@iconify/types';
import { getIcons } from '@iconify/utils';

/** Icon sets that are installed with the app; a set is read when its first icon is asked for. */
const collections: Record<string, () => Promise<IconifyJSON>> = {
  bi: async () => (await import('@iconify-json/bi/icons.json')).default,
  lucide: async () => (await import('@iconify-json/lucide/icons.json')).default,
};

/** As Iconify's own service answers: the icons that are known, and the names of those that are not. */
export async function findIcons(collection: string, names: string[]): Promise<IconifyJSON | null> {
  const load = Object.hasOwn(collections, collection) ? collections[collection] : undefined;
  if (!load) return null;
  const found = getIcons(await load(), names, true);
  return found ?? { prefix: collection, icons: {}, not_found: names };
}
