import { type SupabaseOptions, startSupabase } from '@hausbuch/supabase-embedded';

/**
 * Sign-in and storage as a process of its own, so that what ends it ends nothing else: `scripts/sign-in-server.ts`
 * starts it, hands it its options (they hold a password) and hears where it is.
 */
export type SignInAnswer =
  | { isReady: true; url: string; publishableKey: string; secretKey: string; mailboxUrl: string }
  | { isReady: false; problem: string };

const answer = (message: SignInAnswer) => process.send?.(message);

// Ctrl-C reaches everybody at once; the app is stopped first and still needs us.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(1));

process.once('message', (options: SupabaseOptions) => {
  startSupabase(options).then(
    ({ url, publishableKey, secretKey, mailboxUrl, close }) => {
      process.on('SIGTERM', () => void close().finally(() => process.exit(0)));
      answer({ isReady: true, url, publishableKey, secretKey, mailboxUrl });
    },
    (error: unknown) => {
      answer({ isReady: false, problem: error instanceof Error ? error.message : String(error) });
      process.exitCode = 1;
      process.disconnect();
    },
  );
});
