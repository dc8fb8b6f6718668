'use client';

import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { useLocale } from 'next-intl';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { getSupabaseBrowserClient, type SupabaseSettings } from '@/auth/browser/supabase-browser';
import { hasUnsavedEntries } from '@/components/form/unsaved-context';
import { lazyPart } from '@/components/lazy-part';
import { getPathname } from '@/i18n/navigation';
import { useGo } from '@/i18n/use-go';
import { authCookieName } from '@/lib/session-cookie-name';
import { setKeepsPage, trpc, useRenew } from '@/trpc/client';
import { reactionTo } from '../session-rules';
import { hasLeft } from './session-channel';

const SignInHere = lazyPart(() => import('./sign-in-here'));

/** The page comes first; the client's 65 kB wait for the first touch or key, and without one for this long. */
const latestStartMs = 20_000;
/** Not more often than this does a tab that is looked at again ask whether its session still lives. */
const checkIntervalMs = 15_000;

/**
 * Keeps the session of the signed-in pages: Supabase's client renews the token by ticks, waits out a server that
 * does not answer, and tells what happens in the other tabs; what that means for this page is done here.
 */
export function SessionKeeper({
  url,
  publishableKey,
  userId,
  email,
}: SupabaseSettings & { userId: string; email: string }) {
  const go = useGo();
  const renew = useRenew();
  const language = useLocale();
  const utils = trpc.useUtils();
  const { client: api } = utils;
  const [isOver, setOver] = useState(false);
  const [awaitsFactor, setAwaitsFactor] = useState(false);

  /** Where something was entered the page stays, and is hidden. */
  const keepPage = useEffectEvent(() => {
    const keeps = isOver || (!hasLeft() && hasUnsavedEntries());
    if (keeps) setOver(true);
    return keeps;
  });
  useEffect(() => setKeepsPage(() => keepPage()), []);

  /** Shows the page again to whom it belongs, once they have proved it; a page of somebody else starts anew. */
  async function lookAgain() {
    const answer = await Promise.all([api.account.session.query(), api.account.assurance.query()]).catch(
      () => null,
    );
    if (!answer) return;
    const [session, { lives, hasFactor }] = answer;
    if (session.userId !== userId) return window.location.reload();
    const lacksFactor = hasFactor && session.aal !== 'aal2';
    setAwaitsFactor(lives && lacksFactor);
    if (!lives || lacksFactor) return;
    setOver(false);
    void utils.invalidate();
  }
  const onLook = useEffectEvent(lookAgain);

  const leave = useEffectEvent(() => {
    if (hasLeft() || keepPage()) return;
    const { pathname, search } = window.location;
    const query = { next: pathname + search, problem: 'session_not_found' };
    window.location.assign(getPathname({ href: { pathname: '/auth/login', query }, locale: language }));
  });

  const mirror = useEffectEvent((event: AuthChangeEvent, session: Session | null) => {
    switch (reactionTo(event, userId, session?.user.id ?? null)) {
      case 'leave':
        return leave();
      case 'reload':
        return window.location.reload();
      case 'refresh':
        return void renew('session');
      case 'set_password':
        return go('/auth/reset');
      case 'none':
        return;
    }
  });

  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    async function begin() {
      const supabase = await getSupabaseBrowserClient({ url, publishableKey });
      if (isOver) return;
      const { data } = supabase.auth.onAuthStateChange((event, session) => {
        // The client still holds its lock here; what follows may need it.
        setTimeout(() => mirror(event, session));
      });
      stop = () => data.subscription.unsubscribe();
    }
    // Until then the server renews the token at every call, and what other tabs say is heard here.
    const others = new BroadcastChannel(authCookieName);
    others.onmessage = ({ data }: MessageEvent<{ event: AuthChangeEvent; session: Session | null }>) => {
      mirror(data.event, data.session);
    };
    const cancel = atFirstUse(() => {
      void begin()
        .then(() => others.close())
        .catch(() => undefined);
    });
    return () => {
      isOver = true;
      others.close();
      cancel();
      stop();
    };
  }, [url, publishableKey]);

  useEffect(() => {
    let checkedAt = Date.now();
    async function check() {
      if (document.visibilityState !== 'visible') return;
      if (isOver) return onLook();
      if (Date.now() - checkedAt < checkIntervalMs) return;
      checkedAt = Date.now();
      // Who cannot be asked says nothing about the session.
      const answer = await api.account.assurance.query().catch(() => null);
      if (answer?.lives === false) leave();
    }
    const listener = () => void check();
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('focus', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('focus', listener);
    };
  }, [api, isOver]);

  if (!isOver) return null;
  return (
    <Suspense fallback={null}>
      <SignInHere email={email} awaitsFactor={awaitsFactor} onSignedIn={() => void lookAgain()} />
    </Suspense>
  );
}

/** Runs at the first touch or key, at the latest after a while; answers with the way to call it off. */
function atFirstUse(run: () => void): () => void {
  const timer = setTimeout(start, latestStartMs);
  function cancel() {
    clearTimeout(timer);
    window.removeEventListener('pointerdown', start);
    window.removeEventListener('keydown', start);
  }
  function start() {
    cancel();
    run();
  }
  window.addEventListener('pointerdown', start);
  window.addEventListener('keydown', start);
  return cancel;
}
