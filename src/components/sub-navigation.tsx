'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Link } from '@/i18n/link';
import type { Href } from '@/i18n/navigation';
import { classNames } from './class-names';
import { useScrollEdges } from './use-scroll-edges';

/** A page below that of the layout; without a segment the layout's own first page. */
export type SubPage = { segment: string | null; href: Href; label: string };

/** The pages of one thing in a row, for its layout; on a phone the row scrolls and keeps the current one in sight. */
export function SubNavigation({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  const bar = useRef<HTMLUListElement>(null);
  const current = useSelectedLayoutSegment();
  useScrollEdges(bar);

  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>(`[data-segment="${current ?? ''}"]`);
    if (bar.current && link) bar.current.scrollLeft = link.offsetLeft - bar.current.clientWidth / 3;
  }, [current]);

  return (
    <nav aria-label={label} className="section-nav">
      <ul
        ref={bar}
        // Within what sticks to the top of the page the browser does not scroll to what a key leads to.
        // Only the bar: what scrolls into view here would take the page along.
        onFocus={({ target, currentTarget }) => {
          const { offsetLeft, offsetWidth } = target;
          const { clientWidth, scrollLeft } = currentTarget;
          if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
            currentTarget.scrollLeft = offsetLeft - clientWidth / 3;
        }}
        className="fading-edges relative flex scroll-px-10 gap-1 overflow-x-auto px-4 py-2"
      >
        {pages.map(({ segment, href, label: name }) => (
          <li key={segment}>
            <Link
              href={href}
              data-segment={segment ?? ''}
              aria-current={segment === current ? 'page' : undefined}
              className={classNames(
                'block rounded-lg px-3 py-1.5 text-sm whitespace-nowrap transition-colors hover:bg-default',
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
