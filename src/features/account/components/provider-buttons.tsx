'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { signInWithProvider } from '../actions';
import { providerName } from '../providers';
import { AuthFailure, useAuthAction } from './auth-form';

/** Signing in with an account somewhere else; one form, so that one press leads away. */
export function ProviderButtons({ providers, next }: { providers: readonly string[]; next: string }) {
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
          {t('withProvider', { provider: providerName(provider) })}
        </Button>
      ))}
    </form>
  );
}
