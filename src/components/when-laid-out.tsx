'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Shows a stand-in of the same size until the browser has laid the place out, which it does for a section below the
 * window in its turn (`.page-section` in frame.css). For fields: a browser looks at every one of a page for what it
 * could fill in, and would lay out a whole section before its turn to see whether they are in sight.
 */
export function WhenLaidOut({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isLaidOut, setLaidOut] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const size = new ResizeObserver(() => {
      setLaidOut(true);
      size.disconnect();
    });
    size.observe(place.current);
    return () => size.disconnect();
  }, []);
  return <div ref={place}>{isLaidOut ? children : placeholder}</div>;
}
