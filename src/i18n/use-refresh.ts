import { useRouter } from 'next/navigation';

/** Fetches the page anew, with what the server writes into it. */
export function useRefresh(): () => void {
  const router = useRouter();
  return () => router.refresh();
}
