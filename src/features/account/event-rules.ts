import type { SignInWay } from '@/domain/vocabulary';

/**
 * How many days sign-ins and changes of an account are kept. A device that has not signed in for so long counts
 * as new.
 */
export const accountEventDays = 180;

export const keptSince = (now: Date) => new Date(now.getTime() - accountEventDays * 86_400_000);

const factorMethods = new Set(['totp', 'mfa/phone', 'mfa/webauthn']);
const providerMethods = new Set(['oauth', 'sso/saml', 'web3']);

/** How somebody proved who they are, from the methods of a verified token. */
export function waysOf(amr: readonly { method: string }[]): { way: SignInWay; hasFactor: boolean } {
  const methods = amr.map(({ method }) => method);
  const first = methods.filter((method) => !factorMethods.has(method) && method !== 'token_refresh');
  const isOf = (known: ReadonlySet<string>) => first.some((method) => known.has(method));
  const way = isOf(providerMethods) ? 'provider' : isOf(new Set(['password'])) ? 'password' : 'link';
  return { way, hasFactor: methods.some((method) => factorMethods.has(method)) };
}
