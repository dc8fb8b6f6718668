import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Icon } from './icon';
import { refreshCwIcon, triangleAlertIcon } from './icons';

/** What could not be shown, a way to try again, and the id under which the failure stands in the log. */
export function ErrorState({
  title,
  children,
  errorId,
  retry,
}: {
  title?: ReactNode;
  children?: ReactNode;
  errorId?: string;
  retry?: () => void;
}) {
  const t = useTranslations('ErrorState');
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      <span className="grid size-11 place-items-center rounded-xl bg-danger-soft text-danger-soft-foreground">
        <Icon icon={triangleAlertIcon} className="size-5" />
      </span>
      <p className="mt-4 text-base font-semibold">{title ?? t('title')}</p>
      <p className="mt-1 text-sm text-balance text-muted">{children ?? t(errorId ? 'textWithId' : 'text')}</p>
      {retry && (
        <Button className="mt-5" icon={refreshCwIcon} onClick={retry}>
          {t('retry')}
        </Button>
      )}
      {errorId && <p className="mt-4 text-xs text-muted">{t('id', { id: errorId })}</p>}
    </div>
  );
}
