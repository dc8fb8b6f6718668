'use client';

import { useEffect, useState } from 'react';
import { classNames } from './class-names';

/** Links to the sections of a long page; marks the one being read and stays in reach while scrolling. */
export function SectionNav({
  label,
  sections,
}: {
  label: string;
  sections: readonly { id: string; label: string }[];
}) {
  const [current, setCurrent] = useState(sections[0]?.id);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const [entered] = entries.filter((entry) => entry.isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      // The strip below the header in which a section counts as being read.
      { rootMargin: '-15% 0px -75% 0px' },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);

  return (
    <nav aria-label={label} className="section-nav">
      <ul className="flex gap-1">
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
