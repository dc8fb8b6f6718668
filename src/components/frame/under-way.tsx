'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { goingEvent } from '@/i18n/use-go';
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
    /** Going to where one is takes back what is under way. */
    function onGoing(address: string) {
      const { origin, pathname: goal } = new URL(address, window.location.href);
      const { origin: ours, pathname: here } = window.location;
      if (origin === ours) setLeft(goal === here ? null : here);
    }
    function onClick(event: MouseEvent) {
      // A link that the router has taken: any other leads away by the browser, which says so itself.
      const link = event.target instanceof Element && event.target.closest('a[href]');
      if (event.defaultPrevented && link instanceof HTMLAnchorElement) onGoing(link.href);
    }
    const onGo = (event: Event) => event instanceof CustomEvent && onGoing(String(event.detail));
    window.addEventListener('click', onClick);
    window.addEventListener(goingEvent, onGo);
    return () => {
      window.removeEventListener('click', onClick);
      window.removeEventListener(goingEvent, onGo);
    };
  }, []);

  return left === null ? null : <Waiting />;
}
