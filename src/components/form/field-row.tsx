import type { ReactNode } from 'react';

/** Fields beside each other where there is room, e.g. postal code and city. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>;
}
