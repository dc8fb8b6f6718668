import type { ReactNode } from 'react';

/** What can be done in a section: its name, what comes of it, and the button. */
export function SectionChoice({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 p-5 md:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 max-w-prose text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
