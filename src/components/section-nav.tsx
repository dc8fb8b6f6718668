'use client';

import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import { useKeptAnchor } from './use-kept-anchor';
import { useScrollEdges } from './use-scroll-edges';

/** Where a section stops below the header and this bar when it is jumped to, with a little room. */
const HEADER_PX = 130;

/** Links to the sections of a long page; marks the one being read and stays in reach while scrolling. */
export function SectionNav({
  label,
  sections,
}: {
  label: string;
  sections: readonly { id: string; label: string }[];
}) {
  const bar = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(sections[0]?.id);

  useScrollEdges(bar);
  useKeptAnchor(sections.map(({ id }) => id));

  useEffect(() => {
    let frame = 0;
    // Looked up anew each time: sections stream in, and an observer would keep to what they replace.
    function look() {
      frame = 0;
      const line = Math.max(window.innerHeight / 4, HEADER_PX);
      const reached = sections.filter(({ id }) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top <= line;
      });
      setCurrent((reached.at(-1) ?? sections[0])?.id);
    }
    function schedule() {
      if (frame === 0) frame = requestAnimationFrame(look);
    }
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [sections]);

  // On a phone the bar is wider than the screen: what is being read stays in sight.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const link = bar.current?.querySelector<HTMLElement>(`a[href="#${current}"]`);
      if (bar.current && link) bar.current.scrollLeft = link.offsetLeft - bar.current.clientWidth / 3;
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);

  return (
    <nav aria-label={label} className="section-nav">
      <ul ref={bar} className="fading-edges relative flex gap-1 overflow-x-auto px-4 py-2">
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              aria-current={section.id === current ? 'location' : undefined}
              className={classNames(
                'block rounded-lg px-3 py-1.5 text-sm whitespace-nowrap transition-colors hover:bg-default',
                section.id === current ? 'bg-default font-medium' : 'text-muted',
              )}
            >
              {section.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
