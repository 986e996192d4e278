import Link from 'next/link';
import { paths } from '@/config/paths';
import { ForgotPasswordForm } from '@/features/door/components/forgot-password-form';
import { DoorFrame } from '@/features/session/components/door-frame';

/** Asks for a reset link. */
export function ForgotPasswordScreen() {
  return (
    <DoorFrame
      title="Forgot your password"
      lead="Enter your email and we’ll send you a link to choose a new one."
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
