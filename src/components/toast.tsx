'use client';

import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part';

const load = () => import('./toast-stack');
const ToastStack = lazyPart(() => load().then((module) => ({ default: module.ToastStack })));
type Toaster = Awaited<ReturnType<typeof load>>['toast'];

/** Tells the region that there is something to show; the stack is loaded with the first message. */
let wake: (() => void) | undefined;

function show(message: (toast: Toaster) => void): void {
  wake?.();
  load().then(
    ({ toast }) => message(toast),
    (error: unknown) => console.error(error),
  );
}

/** Where toasts appear; once, in the frame of the signed-in pages. */
export function ToastRegion({ label }: { label: string }) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    wake = () => setWanted(true);
    return () => {
      wake = undefined;
    };
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastStack label={label} />
    </Suspense>
  );
}

/** Says that something worked. What failed belongs where it was asked for, not into a toast. */
export function showSuccess(message: string): void {
  show((toast) => toast.success(message));
}

/** Long enough to reach the message for who looks and points; for who hears it and goes there by keys, a minute. */
const GLANCE_MS = 8_000;
const BY_KEYS_MS = 60_000;

/**
 * Whether the last press was a finger or a mouse, as before the first one: a file may be dragged in without any. A screen
 * reader's own presses have no extent and no weight.
 */
let isPointed = true;

if (typeof window !== 'undefined') {
  const capture = { capture: true, passive: true };
  window.addEventListener(
    'pointerdown',
    ({ width, pressure }) => {
      isPointed = width > 1 || pressure > 0;
    },
    capture,
  );
  window.addEventListener(
    'keydown',
    () => {
      isPointed = false;
    },
    capture,
  );
}

/** Says that something was taken away, with a button that brings it back. */
export function showUndoable(message: string, undoLabel: string, undo: () => void): void {
  show((toast) => {
    const key = toast.success(message, {
      actionProps: {
        children: undoLabel,
        onPress: () => {
          // What is taken back cannot be taken back again.
          toast.close(key);
          undo();
        },
      },
      timeout: isPointed ? GLANCE_MS : BY_KEYS_MS,
    });
  });
}

/** Says that something failed which has no place of its own on the page, such as an undo. */
export function showFailure(message: string): void {
  show((toast) => toast.danger(message, { timeout: GLANCE_MS }));
}

/** Says something that stays until it is answered or closed. */
export function showLasting(message: string, actionLabel: string, act: () => void): void {
  show((toast) => toast.info(message, { actionProps: { children: actionLabel, onPress: act }, timeout: 0 }));
}
