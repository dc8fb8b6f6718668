import { showSuccess } from '@/components/toast';
import { useRenew } from '@/trpc/client';
import type { AuthFormState } from '../form-schema';
import { type AuthRun, useAuthAction } from './auth-form';

/** A form of a dialog in the settings: once nothing is left to do, says so and shows what holds now. */
export function useDialogAction<State extends AuthFormState = AuthFormState>(
  action: (state: State, form: FormData) => Promise<State>,
  { done, onDone, initial }: { done: string; onDone: (answer: State) => void; initial?: Awaited<State> },
): AuthRun<Awaited<State>> {
  const renew = useRenew();
  return useAuthAction<State>(async (before, form) => {
    const answer = await action(before, form);
    if (answer.step === 'done') {
      showSuccess(done);
      void renew('session');
      onDone(answer);
    }
    return answer;
  }, initial);
}
