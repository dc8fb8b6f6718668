import { useLocale, useTranslations } from 'next-intl';
import { inLanguage } from './in-language';
import { previews } from './pictures';

/**
 * What is shown where somebody shares a link to the site; React puts it into the head. The address is made whole
 * for those who ask for it (`lib/server/link-preview.ts`), by the host they asked.
 */
export function PreviewPicture() {
  const { src, width, height } = inLanguage(previews, useLocale());
  return (
    <>
      <meta property="og:image" content={src} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={useTranslations('Home')('title')} />
    </>
  );
}
