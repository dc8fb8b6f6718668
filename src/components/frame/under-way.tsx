'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Waiting } from '../waiting';

/** Says that the page somebody has gone to is on its way: until it comes, the one before stands there as if nothing had been pressed. */
export function UnderWay() {
  const pathname = usePathname();
  const [left, setLeft] = useState<string | null>(null);
  if (left !== null && left !== pathname) setLeft(null);

  useEffect(() => {
    function onClick(event: MouseEvent) {
      // A link that the router has taken: any other leads away by the browser, which says so itself.
      const link = event.target instanceof Element && event.target.closest('a[href]');
      if (!event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
      const { origin, pathname: here } = window.location;
      if (link.origin === origin && link.pathname !== here) setLeft(here);
    }
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, []);

  return left === null ? null : <Waiting />;
}
