import type { MemberRole } from '../domain/vocabulary.ts';

/** Who has a page of the settings: everybody signed in, the members of a portfolio, or its owners alone. */
type Readers = 'anybody' | 'members' | 'owners';

/** The pages of the settings in the order of their list: first one's own, then those of the portfolio, last the way out. */
const readersOf = {
  profile: 'anybody',
  access: 'anybody',
  // Who is in no portfolio makes one here.
  portfolio: 'anybody',
  landlords: 'members',
  members: 'members',
  categories: 'members',
  reminders: 'members',
  letters: 'members',
  legal: 'members',
  data: 'owners',
  danger: 'anybody',
} as const satisfies Record<string, Readers>;

export type SettingsPart = keyof typeof readersOf;

export const settingsPath = <Part extends SettingsPart>(part: Part) => `/dashboard/settings/${part}` as const;

/** The pages that answer somebody of a role, or without a portfolio: any other is not found. */
export function settingsFor(role: MemberRole | null): SettingsPart[] {
  const has: Record<Readers, boolean> = {
    anybody: true,
    members: role !== null,
    owners: role === 'owner',
  };
  return (Object.keys(readersOf) as SettingsPart[]).filter((part) => has[readersOf[part]]);
}
