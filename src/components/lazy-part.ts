import { lazy } from 'react';
import { loadPart } from '@/lib/browser/missing-part';

/** `lazy` for a part that is shown later: tries again, and tells the window when it cannot be had. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));
