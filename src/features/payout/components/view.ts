export const views = ['pay', 'files'] as const;

/** An entry of its own: "back" leads to what was shown before. */
export function showView(next: (typeof views)[number]): void {
  const query = next === 'pay' ? '' : `?show=${next}`;
  window.history.pushState(null, '', `${window.location.pathname}${query}`);
}
