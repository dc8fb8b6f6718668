import { useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { Link } from '@/i18n/navigation';
import type { SenderGap as Gap } from '../sender-rules';

/** Says before a letter goes that it names no landlord, or not where they live, with the way to where that is entered. */
export function SenderGap({ gap }: { gap: Gap | null }) {
  const t = useTranslations('Outbox.senderGap');
  if (gap === null) return null;
  return (
    <Notice tone="warning">
      {t.rich(gap, {
        link: (words) => (
          <Link href="/dashboard/settings/landlords" className="font-medium underline">
            {words}
          </Link>
        ),
      })}
    </Notice>
  );
}
