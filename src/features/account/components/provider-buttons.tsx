'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type FunctionComponent, lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '@/components/button';
import type { RemoteIconProps } from '@/components/remote-icon';
import { signInWithProvider } from '../actions';
import { providerIcon, providerName } from '../provider-rules';
import { AuthFailure, useAuthAction } from './auth-form';

// A sign that cannot be had is no reason to load the page anew.
const RemoteIcon = lazy<FunctionComponent<RemoteIconProps>>(() =>
  import('@/components/remote-icon').catch(() => ({ default: () => null })),
);

/** Signing in with an account somewhere else; one form, so that one press leads away. */
export function ProviderButtons({
  providers,
  next,
  iconHosts,
}: {
  providers: readonly string[];
  next: string;
  /** Services that have the providers' signs; none: our own. */
  iconHosts: readonly string[];
}) {
  const t = useTranslations('AuthPages');
  const language = useLocale();
  const { state, send, pending } = useAuthAction(signInWithProvider);
  return (
    <form action={send} className="grid gap-3">
      {state.failure !== undefined && <AuthFailure code={state.failure} />}
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="next" value={next} />
      {providers.map((provider) => (
        <Button
          key={provider}
          look="outline"
          type="submit"
          name="provider"
          value={provider}
          disabled={pending}
          className="w-full"
        >
          <ProviderSign provider={provider} iconHosts={iconHosts} />
          {t('withProvider', { provider: providerName(provider) })}
        </Button>
      ))}
    </form>
  );
}

/** Holds its place from the first moment: the sign arrives after the words. */
function ProviderSign({ provider, iconHosts }: { provider: string; iconHosts: readonly string[] }) {
  const name = providerIcon(provider);
  // The page comes first.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  if (name === null) return null;
  return (
    <span className="grid size-5 shrink-0 place-items-center">
      <Suspense fallback={null}>{isShown && <RemoteIcon name={name} iconHosts={iconHosts} />}</Suspense>
    </span>
  );
}
