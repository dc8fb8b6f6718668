/** What two keys pressed one after the other lead to; which keys, each language says (`Search.letters`). */
export const goals = {
  today: '/dashboard',
  rent: '/dashboard/rent',
  bank: '/dashboard/rent/bank',
  debits: '/dashboard/rent/debits',
  payouts: '/dashboard/rent/payouts',
  properties: '/dashboard/properties',
  tenants: '/dashboard/tenants',
  arrears: '/dashboard/arrears',
  documents: '/dashboard/documents',
  year: '/dashboard/year',
  activity: '/dashboard/activity',
  settings: '/dashboard/settings',
  newProperty: 'new-property',
  newTenant: 'new-tenant',
  newLease: 'new-lease',
  newBooking: 'new-booking',
  newPayment: 'new-payment',
} as const;

export type Goal = keyof typeof goals;
export const goalNames = Object.keys(goals) as Goal[];

/** Whose files only banks of the euro take. */
const euroGoals: readonly Goal[] = ['debits', 'payouts'];

/** What is offered where somebody may change something or not, in a portfolio of that currency. */
export const goalsFor = ({ canEdit, currency }: { canEdit: boolean; currency: string }): readonly Goal[] =>
  goalNames.filter(
    (goal) =>
      (canEdit || !goals[goal].startsWith('new-')) && (currency === 'EUR' || !euroGoals.includes(goal)),
  );

export type Shortcut = (typeof goals)[Goal] | 'palette' | 'shortcuts' | 'search';

/** So long the first key of two is remembered. */
const SEQUENCE_MS = 1_500;

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/**
 * Tells of each key which shortcut it completes, if any. Single letters count only where nobody types and while they
 * are wanted; Ctrl or Cmd with K always does.
 */
export function makeShortcutReader() {
  let first: { key: string; at: number } | null = null;
  return (
    pressed: Key,
    {
      isTyping,
      now,
      lettersOf,
      offered = goalNames,
    }: { isTyping: boolean; now: number; lettersOf: (goal: Goal) => string; offered?: readonly Goal[] },
  ): Shortcut | null => {
    const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
    if (key === 'Shift') return null; // on its way to a question mark
    const before = first !== null && now - first.at <= SEQUENCE_MS ? first.key : null;
    first = null;
    if (key === 'k' && !pressed.altKey && pressed.ctrlKey !== pressed.metaKey) return 'palette';
    if (isTyping || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
    if (key === '?') return 'shortcuts';
    if (key === '/') return 'search';
    const goal = offered.find((name) => lettersOf(name) === `${before ?? ''} ${key}`);
    if (goal !== undefined) return goals[goal];
    if (offered.some((name) => lettersOf(name).startsWith(`${key} `))) first = { key, at: now };
    return null;
  };
}

const storageKey = 'hausbuch-shortcuts';

/** Somebody who speaks to the browser, or has a tremor, may want letters to be nothing but letters. */
export function areShortcutsOn(): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // a browser that keeps nothing
  }
}

export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, 'off');
  } catch {
    // As above: the choice then holds for nothing.
  }
}

/** A dialog that is open, and not on its way out; a message in the corner has the role of one, too, and takes no keys. */
export const openDialog =
  ':is([role="dialog"], [role="alertdialog"]:not([data-slot="toast"])):not([data-exiting] *)';

/** Whether keys pressed there are meant as text, or for a dialog or menu that is open. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (document.querySelector(`${openDialog}, [role="menu"], dialog[open]`)) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest('input, textarea, select, [role="combobox"], [role="spinbutton"]');
  if (field instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(field.type);
  return field !== null;
}
