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
  const set = await load();
  // The library would also find what every object has, `constructor`, and answer with an empty icon.
  const isIcon = (name: string) => Object.hasOwn(set.icons, name) || Object.hasOwn(set.aliases ?? {}, name);
  const [known, unknown] = [names.filter(isIcon), names.filter((name) => !isIcon(name))];
  const found = known.length === 0 ? null : getIcons(set, known);
  return {
    ...(found ?? { prefix: collection, icons: {} }),
    ...(unknown.length > 0 && { not_found: unknown }),
  };
}
