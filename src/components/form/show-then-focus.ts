import { flushSync } from 'react-dom';

/**
 * For a press that adds a field: shows it and puts the cursor there within the press. What is typed next belongs to
 * it, however busy the device, and a phone opens its keys for nothing that comes later.
 */
export function showThenFocus(show: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(show);
  find()?.focus();
}
