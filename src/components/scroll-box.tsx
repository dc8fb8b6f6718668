'use client';

import { type ReactNode, useRef } from 'react';
import { useScrollEdges } from './use-scroll-edges';

/** Keeps within reach what is wider than its place, such as a table of many columns on a tablet. */
export function ScrollBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useScrollEdges(box);
  return (
    <div ref={box} className="fading-edges relative overflow-x-auto print:overflow-visible">
      {children}
    </div>
  );
}
