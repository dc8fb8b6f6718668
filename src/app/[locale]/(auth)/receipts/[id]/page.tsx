import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import { AuthCard } from '@/features/account/components/auth-card';
import { CodeForm } from '@/features/receipt-room/components/code-form';
import { VisitedRoom } from '@/features/receipt-room/components/visited-room';
import { lookAtRoom } from '@/features/receipt-room/visitor-commands';

type Props = PageProps<'/[locale]/receipts/[id]'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('ReceiptRoom');
  // The address holds a secret. `no-referrer` would also blank the Origin, and with it refuse the plain form.
  return { title: t('title'), referrer: 'same-origin' };
}

/** The receipts of one statement, for one tenant: they come by a link of their mail, without an account. */
export default async function ReceiptRoomPage({ params }: Props) {
  const [t, language, { id: token }, store] = await Promise.all([
    getTranslations('ReceiptRoom'),
    getLocale(),
    params,
    cookies(),
  ]);
  const look = await lookAtRoom(token, (name) => store.get(name)?.value);
  if (look.kind === 'room') return <VisitedRoom room={look.room} language={language} />;
  if (look.kind === 'code') {
    return (
      <AuthCard title={t('codeTitle')} lead={t(look.hasCode ? 'codeLead' : 'noCodeLead')}>
        <CodeForm token={token} hasCode={look.hasCode} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t(`${look.kind}Title`)} lead={t(`${look.kind}Text`)}>
      {null}
    </AuthCard>
  );
}
