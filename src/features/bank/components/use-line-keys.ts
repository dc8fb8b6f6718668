import { type KeyboardEvent, useState } from 'react';

type Keys = {
  onAccept: (at: number) => void;
  onLeaveOut: (at: number) => void;
  onAssign: (at: number) => void;
  onBook: (at: number) => void;
  onSplit: (at: number) => void;
};

const lineKeys = ['j', 'arrowdown', 'k', 'arrowup', 'enter', 'l', 'b', 'e', 's'];
const isLineKey = (key: string) => lineKeys.includes(key);

/**
 * Goes through a list by keyboard: J, K and the arrows from line to line, Enter and letters for the one that has the focus.
 * Keys on a button inside a line are the button's.
 */
export function useLineKeys(count: number, keys: Keys) {
  const [wanted, setWanted] = useState(0);
  const current = Math.min(wanted, Math.max(0, count - 1));
  const focus = (list: Element, at: number) => {
    const next = Math.max(0, Math.min(count - 1, at));
    setWanted(next);
    list.querySelectorAll<HTMLElement>('[data-line]')[next]?.focus();
  };
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (!event.target.matches('[data-line]')) return;
    const list = event.currentTarget;
    const key = event.key.toLowerCase();
    if (!isLineKey(key)) return;
    event.preventDefault();
    // Letters lead to other pages elsewhere.
    event.stopPropagation();
    if (key === 'j' || key === 'arrowdown') focus(list, current + 1);
    else if (key === 'k' || key === 'arrowup') focus(list, current - 1);
    else if (key === 'enter') keys.onAccept(current);
    else if (key === 'l') keys.onLeaveOut(current);
    else if (key === 'b') keys.onAssign(current);
    else if (key === 'e') keys.onBook(current);
    else keys.onSplit(current);
  }
  return { current, setCurrent: setWanted, onKeyDown };
}
