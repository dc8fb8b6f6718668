'use client';

import { useEffect, useRef } from 'react';

const ID = 'spoken';

/** Where what the page shows by now is told to who does not see it; once, in the frame of the signed-in pages. */
export function Spoken() {
  return <p id={ID} role="status" className="sr-only" />;
}

/** Tells a sentence to who does not see the page. */
export function speak(sentence: string): void {
  const region = document.getElementById(ID);
  if (region) region.textContent = sentence;
}

/** Says a sentence whenever something else was asked for, a search or a filter; what a page begins with is read anyway. */
export function useSpoken(asked: string, sentence: string): void {
  const told = useRef(asked);
  // It is of this page alone.
  useEffect(() => () => speak(''), []);
  useEffect(() => {
    if (told.current === asked) return;
    told.current = asked;
    speak(sentence);
  }, [asked, sentence]);
}
