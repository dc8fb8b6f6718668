import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { downloadIcon, plusIcon } from '@/components/icons';
import { saveTable } from '@/components/save-file';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Month } from '@/lib/calendar';
import type { Column } from '../column-rules';

/** What else can be said of each unit: columns to type into, or a table to fill in elsewhere and paste. */
export function FurtherColumns({
  all,
  hasFurther,
  firstMonth,
  onShow,
}: {
  /** Every column a table may have here. */
  all: readonly Column[];
  /** Whether further columns are shown. */
  hasFurther: boolean;
  firstMonth: Month;
  onShow: () => void;
}) {
  const t = useTranslations('Homes');
  const formats = useFormats();
  function saveTemplate() {
    const heads = all.map((column) => t(`columns.${column}`));
    heads.splice(all.indexOf('unit') + 1, 0, t('kind'));
    saveTable([heads], t('template.file'), formats);
  }
  return (
    <div className="grid gap-2">
      {hasFurther && (
        <p className="text-xs text-muted">{t('further.hint', { month: formatMonth(firstMonth, formats) })}</p>
      )}
      <div className="-ms-2 flex flex-wrap gap-x-2">
        {!hasFurther && (
          <Button
            look="ghost"
            size="sm"
            icon={plusIcon}
            className="h-auto min-h-8 max-w-full text-start whitespace-normal"
            onClick={onShow}
          >
            {t('further.show')}
          </Button>
        )}
        <Button look="ghost" size="sm" icon={downloadIcon} onClick={saveTemplate}>
          {t('template.save')}
        </Button>
      </div>
    </div>
  );
}
