import { Button, type ButtonProps } from '../button';
import { useFormConnection } from './form-context';

/** Sends the form around it; shows that it is being sent. */
export function SubmitButton({ look = 'primary', ...button }: Omit<ButtonProps, 'type' | 'pending'>) {
  const form = useFormConnection();
  return <Button {...button} look={look} type="submit" pending={form?.pending ?? false} />;
}
