'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { classNames } from '@/components/class-names';
import type { SubPage } from '@/components/sub-navigation';
import { Link } from '@/i18n/link';

/** The pages of the settings, one below the other; on a phone they are the page of the settings itself. */
export function SideList({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  const current = useSelectedLayoutSegment();
  return (
    <nav aria-label={label} className="hidden lg:block">
      <ul className="sticky top-20 grid gap-0.5">
        {pages.map(({ segment, href, label: name }) => (
          <li key={segment}>
            <Link
              href={href}
              aria-current={segment === current ? 'page' : undefined}
              className={classNames(
                'block rounded-lg px-3 py-1.5 text-sm transition-colors hover:bg-default',
                segment === current ? 'bg-default font-medium' : 'text-muted',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
