import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadPart } from '@/lib/missing-part';

/** `lazy` for a part that is shown later: tries again, and tells the window when it cannot be had. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPart(load).then((component) => ({ default: component })));
}
