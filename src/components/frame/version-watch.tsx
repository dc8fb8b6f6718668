'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { askLatestBuild, checkManifest } from '@/lib/browser/latest-build';
import { preloadErrorEvent, reloadOnce } from '@/lib/browser/missing-part';
import { buildId } from '@/lib/build';
import { showLasting } from '../toast';

const everyMs = 10 * 60_000;

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
