import { type ComponentType, Suspense } from 'react';
import { lazyPart } from './lazy-part';
import { Waiting } from './waiting';

/**
 * A dialog whose form, with the schema it checks by, is loaded when it is opened. Mount it only while it is
 * wanted: `{isOpen && <RefundDialog … />}`.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyPart(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once per dialog, at the top of a module
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={<Waiting />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
