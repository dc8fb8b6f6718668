'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { downloadIcon } from '@/components/icons';
import { useDownload } from '@/components/use-download';

/** Saves the letter of one lease, or of all in one ZIP. */
export function LetterButton({
  query,
  label,
  of,
}: {
  query: Record<string, string>;
  label: string;
  /** Whose it is, for who does not see the row. */
  of?: string;
}) {
  const download = useDownload();
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    await download(`/api/account/cost-statement?${new URLSearchParams(query)}`);
    setPending(false);
  };
  return (
    <Button
      look="secondary"
      size="sm"
      icon={downloadIcon}
      pending={isPending}
      aria-label={of && `${label}: ${of}`}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
