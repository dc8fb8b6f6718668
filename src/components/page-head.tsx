import type { ReactNode } from 'react';

/** Top of a page: where one is (above), its name, one line about it, and the one primary action. */
export function PageHead({
  title,
  above,
  description,
  status,
  actions,
}: {
  title: ReactNode;
  above?: ReactNode;
  description?: ReactNode;
  status?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-6 pb-6 md:pt-9 md:pb-8">
      <div className="min-w-0 flex-1 basis-72">
        {above && <div className="mb-1.5 text-sm text-muted print:hidden">{above}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="min-w-0 text-2xl font-semibold md:text-3xl">{title}</h1>
          {status}
        </div>
        {description && <p className="mt-1.5 max-w-prose text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
