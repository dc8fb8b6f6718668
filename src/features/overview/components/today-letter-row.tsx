import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { downloadIcon, mailIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Money } from '@/components/money';
import { useDownload } from '@/components/use-download';
import type { Outputs } from '@/trpc/outputs';
import { LeasePlace } from './lease-place';
import { TodayRow } from './today-row';

const words = {
  ready: 'queuedByItself',
  sent: 'sentByItself',
  answered: 'sentByItself',
  taken_back: 'stoppedByItself',
} as const;

/** A letter that nobody looked at before it went, or is about to go. */
export function LetterRow({ row }: { row: Outputs['overview']['get']['letters'][number] }) {
  const t = useTranslations('Overview');
  const download = useDownload();
  return (
    <TodayRow
      icon={mailIcon}
      end={
        <>
          <Money amountCents={row.totalCents} className="text-base font-medium" />
          <p className="text-muted">
            <DateText day={row.writtenOn} />
          </p>
        </>
      }
      actions={
        row.state !== 'taken_back' && (
          <Button
            look="tertiary"
            size="sm"
            icon={downloadIcon}
            onClick={() => download(`/api/letters?id=${row.letterId}`)}
          >
            {t('look')}
          </Button>
        )
      }
    >
      <LeasePlace lease={row} isAccount />
      <p className="line-clamp-2 break-words text-sm text-muted">
        {t(words[row.state], { title: row.title })}
      </p>
    </TodayRow>
  );
}

/** A backup was brought back: letters that went by themselves rest until somebody says whether they go on here. */
export function RestingRow({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Overview');
  return (
    <TodayRow
      icon={mailIcon}
      end={null}
      actions={
        canEdit && (
          <LinkButton look="tertiary" size="sm" href="/dashboard/settings/reminders">
            {t('restingDecide')}
          </LinkButton>
        )
      }
    >
      <p className="font-medium">{t('resting')}</p>
      <p className="text-sm text-muted">{t(canEdit ? 'restingText' : 'restingViewer')}</p>
    </TodayRow>
  );
}
