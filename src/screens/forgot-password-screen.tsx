import Link from 'next/link';
import { paths } from '@/config/paths';
import { ForgotPasswordForm } from '@/features/door/components/forgot-password-form';
import { DoorFrame } from '@/features/session/components/door-frame';

/** Asks for a reset link. */
export function ForgotPasswordScreen() {
  return (
    <DoorFrame
      title="Forgot your password"
      lead="Tell us your email and we send a link that lets you choose a new one."
      foot={
        <Link className="link" href={paths.auth.login}>
          Back to log in
        </Link>
      }
    >
      <ForgotPasswordForm />
    </DoorFrame>
  );
}
