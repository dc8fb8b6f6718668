import { useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { Button } from './button';
import { showFailure, showSuccess } from './toast';

/** Takes one thing out of a row of them, at once; says what was done, or why it was not. */
export function CallOff({
  label,
  labelOf,
  done,
  callOff,
}: {
  label: string;
  /** With what it is about, for who does not see the row. */
  labelOf: string;
  done: string;
  callOff: () => Promise<unknown>;
}) {
  const words = useErrorWords();
  const [pending, setPending] = useState(false);
  async function go() {
    setPending(true);
    try {
      await callOff();
      showSuccess(done);
    } catch (error) {
      showFailure(words.failure(error));
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      size="sm"
      look="ghost"
      pending={pending}
      aria-label={labelOf}
      onClick={() => void go()}
      className="ms-auto"
    >
      {label}
    </Button>
  );
}
