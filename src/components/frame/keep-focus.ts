/** What is read as one thing, and so may have the focus in place of something in it. */
const things =
  'tr, li, [role="listitem"], section, article, form, [role="dialog"], [role="alertdialog"], main';
/** Of a list that draws only what is in sight. */
const listedRow = 'tr[data-index], [role="presentation"][data-index]';
/** What opens or closes a dialog moves the focus itself, a moment later. */
const PATIENCE_MS = 150;

type Step = { element: Element; next: Element | null; previous: Element | null };

/** An element and all it stands in, each with its neighbours of that moment. */
function wayTo(element: Element): Step[] {
  const way: Step[] = [];
  for (let at: Element | null = element; at; at = at.parentElement)
    way.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  return way;
}

/** What of the body it stands in: the page, or something over it. */
const layerOf = (way: readonly Step[]) => way.at(-3)?.element;

/** The row after one that is gone, else the one before it, else what both stood in. */
function heirOf(way: readonly Step[]): HTMLElement | null {
  const at = way.findIndex(({ element }) => element.isConnected);
  const gone = way[at - 1];
  const neighbour = [gone?.next, gone?.previous].find((one) => one?.isConnected && one.matches(things));
  // A row of a long list that was scrolled out of sight with those around it comes back: nobody has to be led anywhere.
  if (!neighbour && way.slice(0, at).some(({ element }) => element.matches(listedRow))) return null;
  const heir = neighbour ?? way[at]?.element.closest(things) ?? document.querySelector('main');
  const shown = heir?.matches('main') ? (heir.querySelector('h1') ?? heir) : heir;
  return shown instanceof HTMLElement ? shown : null;
}

/**
 * Somebody who cannot see the page, or has no pointer, is where the focus is. When what had it goes away with what was
 * done (a row, its button, a whole page) the browser forgets the place: the focus goes on to what stands there now.
 */
export function keepFocus(): () => void {
  let way: Step[] = [];
  /** Where it was before it went into what lies over the page: a dialog, a message. */
  let below: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return;
    const next = wayTo(focused);
    if (way[0]?.element.isConnected && layerOf(way) !== layerOf(next)) below = way[0].element;
    way = next;
  };
  function goOn() {
    timer = undefined;
    const left = way;
    way = [];
    if (document.activeElement !== null && document.activeElement !== document.body) return note();
    const isLayerGone = layerOf(left)?.isConnected === false;
    const heir = isLayerGone && below instanceof HTMLElement && below.isConnected ? below : heirOf(left);
    if (!heir) return;
    // It stays so: what is opened from here gives the focus back to it.
    if (!heir.hasAttribute('tabindex')) heir.tabIndex = -1;
    heir.focus({ preventScroll: true });
  }
  const watch = new MutationObserver(() => {
    if (way[0] && !way[0].element.isConnected)
      timer ??= setTimeout(() => requestAnimationFrame(goOn), PATIENCE_MS);
  });
  note();
  document.addEventListener('focusin', note);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('focusin', note);
    watch.disconnect();
  };
}
