import { getTranslations } from 'next-intl/server';

export default async function Page() {
  const t = await getTranslations('Site');
  return <main>{t('title')}</main>;
}
