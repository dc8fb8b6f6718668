import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { type Language, languageFacts, languages } from '@/lib/languages';

/** As Open Graph has it: `de_DE`. */
const territoryOf = (language: Language) => languageFacts[language].locale.replace('-', '_');

/**
 * Title and description of a public page, for tabs, searches and previews of a link. Addresses are not named here:
 * a page drawn while building does not know where it will stand (see `preview-picture.tsx`, `lib/site-address`).
 */
export async function siteMetadata(title: string | null, description: string): Promise<Metadata> {
  const language = await getLocale();
  return {
    ...(title !== null && { title }),
    description,
    openGraph: {
      ...(title !== null && { title }),
      description,
      type: 'website',
      siteName: 'Hausbuch',
      locale: territoryOf(language),
      alternateLocale: languages.filter((other) => other !== language).map(territoryOf),
    },
    twitter: { card: 'summary_large_image' },
  };
}
