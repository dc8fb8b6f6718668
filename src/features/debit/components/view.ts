export const views = ['collect', 'files', 'mandates'] as const;

/** An entry of its own: "back" leads to what was shown before. */
export function showView(next: (typeof views)[number]): void {
  const query = next === 'collect' ? '' : `?show=${next}`;
  window.history.pushState(null, '', `${window.location.pathname}${query}`);
}
