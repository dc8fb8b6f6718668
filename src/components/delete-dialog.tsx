import { useLocale } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { ConfirmDialog } from './confirm-dialog';
import { Notice } from './notice';
import { Skeleton } from './skeleton';

/** Says exactly what goes with something, and asks for its name. */
export function DeleteDialog<Preview>({
  name,
  preview,
  erase,
  afterwards,
  children,
  ...question
}: Pick<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'title' | 'confirmLabel'> & {
  name: string;
  /** Always as it is now: what is shown here is what will be gone. */
  preview: { data: Preview | undefined; error: unknown };
  erase: (typedName: string) => Promise<unknown>;
  /** A whole new page: nothing of what is gone may stay in any list, nor its own page behind “back”. */
  afterwards: Parameters<typeof getPathname>[0]['href'];
  children: (preview: Preview) => ReactNode;
}) {
  const words = useErrorWords();
  const locale = useLocale();
  return (
    <ConfirmDialog
      {...question}
      typedName={name}
      confirm={async (typedName) => {
        await erase(typedName);
        window.location.replace(getPathname({ href: afterwards, locale }));
      }}
    >
      {preview.error ? (
        <Notice tone="danger">{words.failure(preview.error)}</Notice>
      ) : preview.data ? (
        <div className="grid gap-3">{children(preview.data)}</div>
      ) : (
        <PreviewSkeleton />
      )}
    </ConfirmDialog>
  );
}

/** What goes, a line each. */
export function Gone<Thing extends string>({
  things,
  line,
}: {
  things: readonly Thing[];
  line: (thing: Thing) => string;
}) {
  return (
    <ul className="grid gap-1 text-foreground">
      {things.map((thing) => (
        <li key={thing}>{line(thing)}</li>
      ))}
    </ul>
  );
}

export function PreviewSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  );
}
