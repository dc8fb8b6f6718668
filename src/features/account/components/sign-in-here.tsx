import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { PasswordField } from '@/components/form/password-field';
import { SubmitButton } from '@/components/form/submit-button';
import { Link } from '@/i18n/navigation';
import type { signInForm } from '../credential-schema';
import type { AuthFormState } from '../form-schema';
import { AuthForm, useAuthAction } from './auth-form';

const field = fieldsOf<typeof signInForm>();

async function send(body: FormData): Promise<AuthFormState> {
  try {
    const response = await fetch('/api/session/sign-in', { method: 'POST', body });
    return response.ok ? ((await response.json()) as AuthFormState) : { failure: 'unknown' };
  } catch {
    return { failure: 'unavailable' };
  }
}

/**
 * Over a page whose session ended while something was entered in it: hides what is on the page and keeps it, until
 * whose page it is has signed in again, here or in another window.
 */
export default function SignInHere({
  email,
  awaitsFactor,
  onSignedIn,
}: {
  email: string;
  /** The password was right, and the account asks for more. */
  awaitsFactor: boolean;
  onSignedIn: () => void;
}) {
  const t = useTranslations('SignInHere');
  const words = useTranslations('AuthPages');
  const run = useAuthAction(async (_: AuthFormState, form: FormData) => {
    const answer = await send(form);
    if (answer.step === 'done') onSignedIn();
    return answer;
  });
  return (
    <Dialog open covers onOpenChange={() => {}} title={t('title')} description={t('text')} size="sm">
      <div className="flex flex-col gap-5">
        {email !== '' && !awaitsFactor && (
          <AuthForm run={run} next="/dashboard" hidden={{ identifier: email }}>
            <p className="font-medium break-words">{email}</p>
            {/* Lets a password manager know whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              name={field('password')}
              label={words('password')}
              autoComplete="current-password"
              autoFocus
            />
            <SubmitButton className="w-full">{words('signIn')}</SubmitButton>
          </AuthForm>
        )}
        <p role="status" className="text-sm text-muted">
          {t(awaitsFactor ? 'factorText' : 'otherWay')}{' '}
          <Link
            href={awaitsFactor ? '/auth/mfa' : '/auth/login'}
            target="_blank"
            className="text-link underline"
          >
            {t(awaitsFactor ? 'factorWindow' : 'newWindow')}
          </Link>
        </p>
      </div>
    </Dialog>
  );
}
