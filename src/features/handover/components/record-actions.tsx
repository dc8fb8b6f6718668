import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { banIcon, chevronDownIcon, ellipsisIcon, fileTextIcon, pencilIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { Notice } from '@/components/notice';
import { showFailure, showSuccess, showUndoable } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { languages } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { languageName } from '@/i18n/language-name';
import { trpc } from '@/trpc/client';
import type { HandoverRecord } from './handover-words';

/** A record as PDF, and what is done with it: changed, taken back, brought back. */
export function RecordActions({
  record: { id, version, voidedAt, letterLanguage },
  canEdit,
  onEdit,
}: {
  record: HandoverRecord;
  canEdit: boolean;
  onEdit: () => void;
}) {
  const t = useTranslations('Handover');
  const locale = useLocale();
  const words = useErrorWords();
  const remove = trpc.handover.void.useMutation();
  const download = useDownload();
  const restore = trpc.handover.restore.useMutation();
  async function bringBack(seen: { id: string; version: number }) {
    try {
      await restore.mutateAsync(seen);
      showSuccess(t('restored'));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  async function takeAway() {
    try {
      const seen = await remove.mutateAsync({ id, version });
      showUndoable(t('voided'), t('undo'), () => void bringBack(seen));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  const inOrder = [letterLanguage, ...languages.filter((language) => language !== letterLanguage)];
  const pdf = (
    <Menu
      label={t('pdf')}
      look="secondary"
      size="sm"
      placement="bottom start"
      trigger={
        <>
          <Icon icon={fileTextIcon} />
          {t('pdf')}
          <Icon icon={chevronDownIcon} />
        </>
      }
      groups={[
        inOrder.map((language) => ({
          id: language,
          label: t('pdfIn', { language: languageName(language, locale) }),
          onSelect: () => void download(`/api/handover?${new URLSearchParams({ id, language })}`),
        })),
      ]}
    />
  );
  if (voidedAt !== null) {
    return (
      <>
        <Notice tone="warning">{t('voidText')}</Notice>
        <div className="flex flex-wrap gap-2">
          {pdf}
          {canEdit && (
            <Button size="sm" look="primary" onClick={() => void bringBack({ id, version })}>
              {t('restore')}
            </Button>
          )}
        </div>
      </>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {pdf}
      {canEdit && (
        <>
          <Button size="sm" icon={pencilIcon} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Menu
            label={t('more')}
            size="sm"
            iconOnly
            trigger={<Icon icon={ellipsisIcon} />}
            groups={[
              [
                {
                  id: 'void',
                  label: t('voidAction'),
                  icon: banIcon,
                  tone: 'danger',
                  onSelect: () => void takeAway(),
                },
              ],
            ]}
          />
        </>
      )}
    </div>
  );
}
