'use client';

import { useEffect } from 'react';
import { newAddressOf } from './old-anchors';

/** Leads on from an old anchor (`/property/{id}#rent`) that was come to within the app, or typed into the address. */
export function FollowOldAnchor() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    function follow() {
      const place = newAddressOf(window.location);
      if (place === null) return;
      dataset.leaving = '';
      window.location.replace(place);
    }
    follow();
    window.addEventListener('hashchange', follow);
    return () => {
      delete dataset.leaving;
      window.removeEventListener('hashchange', follow);
    };
  }, []);
  return null;
}
