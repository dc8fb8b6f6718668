import { toDay } from './days.ts';

/** Who is reminded of what, told the way a landlord keeps a list: one line for each debt, crossed off step by step. */

export type Debt = { name: string; due: string; open: number; rent: boolean };
export type Sent = { name: string; tone: number; on: string };
/** Four waits in days, null where a tone is not used: 0 friendly, 1 first, 2 second, 3 last. */
export type Habit = {
  waits: (number | null)[];
  between: number;
  cost: number;
  interest: boolean;
  least: number;
};
export type Look = {
  debts: Debt[];
  sent: Sent[];
  habit: Habit;
  today: string;
  entered: string | null;
  paused: string | null;
  interest: number;
  german: boolean;
};

export function letterToday(look: Look): { tone: number | null; asks: number; total: number } {
  const { debts, sent, habit, entered, paused, german } = look;
  const today = toDay(look.today);
  let sharpest = -1;
  let asks = 0;
  let late = false;
  for (const debt of debts) {
    if (debt.open <= 0 || toDay(debt.due) >= today) continue;
    const letters = sent.filter((one) => one.name === debt.name);
    let tone = 0;
    for (const one of letters) if (one.tone >= tone) tone = one.tone + 1;
    while (tone < 4 && habit.waits[tone] === null) tone += 1;
    let isTime = false;
    if (tone < 4) {
      const wait = habit.waits[tone] ?? 0;
      isTime = today - toDay(debt.due) >= wait;
      // After a letter as long again as lies between the two tones.
      let before = 0;
      for (let lower = 0; lower < tone; lower += 1) before = habit.waits[lower] ?? before;
      for (const one of letters) if (today - toDay(one.on) < wait - before) isTime = false;
      if (entered === null || toDay(entered) <= toDay(debt.due)) isTime = false;
    }
    if (isTime && tone > sharpest) sharpest = tone;
    if (isTime || letters.length > 0) {
      asks += debt.open;
      if (debt.rent || letters.length > 0) late = true;
    }
  }
  const isQuiet =
    (paused !== null && toDay(paused) >= today) ||
    sent.some((one) => today - toDay(one.on) < habit.between) ||
    asks < habit.least;
  const tone = isQuiet || sharpest < 0 ? null : sharpest;
  if (tone === null || tone === 0) return { tone, asks, total: asks };
  const fee = german && !late ? 0 : habit.cost;
  return { tone, asks, total: asks + fee + (habit.interest ? look.interest : 0) };
}
