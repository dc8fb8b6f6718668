'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Waiting } from '../waiting';

/** After so long the browser has given up as well, or was led back here. */
const LONGEST_MS = 20_000;

/** Says that the page somebody has gone to is on its way: until it comes, the one before stands there as if nothing had been pressed. */
export function UnderWay() {
  const pathname = usePathname();
  const [left, setLeft] = useState<string | null>(null);
  if (left !== null && left !== pathname) setLeft(null);

  // A page that leads back here never comes.
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => setLeft(null), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [left]);

  useEffect(() => {
    function onClick(event: MouseEvent) {
      // A link that the router has taken: any other leads away by the browser, which says so itself.
      const link = event.target instanceof Element && event.target.closest('a[href]');
      if (!event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
      const { origin, pathname: here } = window.location;
      // Pressing where one is takes back what is under way.
      if (link.origin === origin) setLeft(link.pathname === here ? null : here);
    }
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, []);

  return left === null ? null : <Waiting />;
}
