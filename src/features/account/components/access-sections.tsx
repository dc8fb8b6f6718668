import { getSignInWays } from '@/auth/server/sign-in-ways';
import { todayIn } from '@/lib/calendar';
import { HydrateClient, trpc } from '@/trpc/server';
import { getPasswordPolicy } from '../password-steps';
import { getAccountUser } from '../user-steps';
import { AccessSection } from './access-section';
import { EventList } from './event-list';
import { FactorSection } from './factor-section';
import { IdentitySection } from './identity-section';
import { SessionSection } from './session-section';

/** One's own account in the settings: ways in, second factors, linked sign-ins, devices. */
export async function AccessSections({ timeZone, problem }: { timeZone: string; problem: string | null }) {
  void trpc.account.listSessions.prefetch();
  const [user, ways, policy, events, codes] = await Promise.all([
    getAccountUser(),
    getSignInWays(),
    getPasswordPolicy(),
    trpc.account.listEvents(),
    trpc.account.recoveryCodes(),
  ]);
  const { email, newEmail, phone, factors, identities } = user;
  return (
    <HydrateClient>
      <AccessSection {...{ email, newEmail, phone, policy }} takesPhone={ways.phone} />
      <FactorSection
        factors={factors.map(({ createdAt, ...factor }) => ({
          ...factor,
          since: todayIn(timeZone, createdAt),
        }))}
        codesLeft={codes.left}
        address={email ?? phone ?? ''}
      />
      <IdentitySection
        identities={identities.map(({ id, provider, account }) => ({ id, provider, account }))}
        providers={ways.providers}
        problem={problem}
      />
      <SessionSection timeZone={timeZone}>
        <EventList events={events} timeZone={timeZone} />
      </SessionSection>
    </HydrateClient>
  );
}
