/*
 * What somebody else has changed is found by what the page says, not by what the event names. An event names the record
 * that was written, a payment; what a reader has to see is whatever says something else because of it: the row of the
 * lease, the sum above the list, a balance elsewhere on the page. Of the 372 answers that changes of the 40 kinds of
 * records alter (`trpc/freshness.ts`, November 2026), 35 are of the kind that was written; a payment alters 26 answers and
 * stands itself in two of them. A mark by (entity, id) would miss the other nine tenths, and to have each row say which
 * records it comes from would be more than these lines. What the browser changed of the page says too much instead: a list
 * that was sorted anew or put in place again would be marked whole.
 */

/** How long a mark takes to fade. */
const fadeMs = 2_600;
/** More rows than these are no longer a mark but a section that changed. */
const MAX_ROWS = 4;

type Seen = { text: string; rows: ReadonlySet<string> };

const sectionsOf = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>('main section[id]')];
const textOf = (element: Element) => element.textContent ?? '';
/** Rows of tables and lists, without those that only hold further rows. */
const rowsOf = (section: Element) =>
  [...section.querySelectorAll('tbody tr, li')].filter((row) => !row.querySelector('li, tr'));

/** What the sections of the page say now; compare it with what they say later by `findChanges`. */
export function rememberSections(page: ParentNode): ReadonlyMap<string, Seen> {
  return new Map(
    sectionsOf(page).map((section) => [
      section.id,
      { text: textOf(section), rows: new Set(rowsOf(section).map(textOf)) },
    ]),
  );
}

/** The sections that say something else than before, and in them the rows, when they are few. */
export function findChanges(
  page: ParentNode,
  before: ReadonlyMap<string, Seen>,
): { titles: string[]; elements: Element[] } {
  const titles: string[] = [];
  const elements: Element[] = [];
  for (const section of sectionsOf(page)) {
    const seen = before.get(section.id);
    if (!seen || seen.text === textOf(section)) continue;
    titles.push(section.querySelector('h2')?.textContent ?? '');
    const rows = rowsOf(section).filter((row) => !seen.rows.has(textOf(row)));
    if (rows.length > 0 && rows.length <= MAX_ROWS) elements.push(...rows);
    else elements.push(section.lastElementChild ?? section);
  }
  return { titles: titles.filter(Boolean), elements };
}

/** Tints the elements for a moment; without movement for whoever wants none. A hidden page waits until it is seen. */
export function markChanged(elements: readonly Element[]): void {
  if (elements.length === 0) return;
  if (document.hidden) {
    document.addEventListener('visibilitychange', () => markChanged(elements), { once: true });
    return;
  }
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const element of elements) {
    element.animate([{ backgroundColor: 'var(--accent-soft-hover)' }, { backgroundColor: 'transparent' }], {
      duration: fadeMs,
      easing: isStill ? 'step-end' : 'ease-in',
    });
  }
}
