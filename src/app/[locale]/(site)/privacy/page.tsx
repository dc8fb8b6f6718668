import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { OperatorDetails } from '@/components/site/operator-details';
import { ProsePage } from '@/components/site/prose-page';
import { siteMetadata } from '@/components/site/site-metadata';
import { accountEventDays } from '@/features/account/event-rules';
import { LEFT_OUT_DAYS } from '@/features/bank/rules';
import { undoDays } from '@/features/document/rules';
import { LAPSED_INVITATION_DAYS } from '@/features/member/invitation-rules';
import { contactMonths, operator } from '@/lib/server/env';

const sections = ['data', 'basis', 'cookies', 'logs', 'mail', 'keeping', 'rights'] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Privacy');
  return siteMetadata(t('title'), t('lead'));
}

export default async function PrivacyPage() {
  await connection(); // the details are settings of the running installation, not of the build
  const t = await getTranslations('Privacy');
  return (
    <ProsePage title={t('title')} lead={t('lead')}>
      <h2>{t('controller')}</h2>
      <OperatorDetails operator={operator()} />
      {sections.map((key) => (
        <section key={key}>
          <h2>{t(`${key}.title`)}</h2>
          <p>
            {t(`${key}.text`, {
              months: contactMonths(),
              days: accountEventDays,
              lineDays: LEFT_OUT_DAYS,
              undoDays,
              lapsedDays: LAPSED_INVITATION_DAYS,
            })}
          </p>
        </section>
      ))}
    </ProsePage>
  );
}
