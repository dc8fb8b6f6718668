'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { preloadErrorEvent, reloadOnce } from '@/lib/browser/missing-part';
import { buildId } from '@/lib/build';
import { fetchAgain } from '@/lib/fetch-again';
import { showLasting } from '../toast';

const everyMs = 10 * 60_000;

/** The build the server runs now; null when it cannot say, which is never worth a message. */
async function askLatestBuild(): Promise<string | null> {
  try {
    const response = await fetchAgain('/builds/latest.json', { cache: 'no-store' });
    if (!response.ok) return null;
    const answer: unknown = await response.json();
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** The manifest tells what changed; without it the notice is shown all the same. */
async function checkManifest(id: string): Promise<void> {
  try {
    const response = await fetchAgain(`/builds/meta/${id}.json`);
    if (!response.ok) throw new Error(`status ${response.status}`);
  } catch (error) {
    console.warn('The manifest of the new build could not be read.', error);
  }
}

/** Tells people who keep a page open that there is a newer version, and mends pages that lack a part of theirs. */
export function VersionWatch() {
  const t = useTranslations('Frame');

  useEffect(() => {
    const onPreloadError = (event: Event) => {
      if (reloadOnce()) event.preventDefault();
    };
    window.addEventListener(preloadErrorEvent, onPreloadError);
    return () => window.removeEventListener(preloadErrorEvent, onPreloadError);
  }, []);

  useEffect(() => {
    let known = buildId;
    let askedAt = Date.now();
    async function look() {
      askedAt = Date.now();
      const latest = await askLatestBuild();
      if (latest === null || latest === known) return;
      known = latest;
      await checkManifest(latest);
      showLasting(t('newVersion'), t('reload'), () => window.location.reload());
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt > 60_000) void look();
    };
    const timer = setInterval(() => void look(), everyMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [t]);

  return null;
}
