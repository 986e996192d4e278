import Link from 'next/link';
import { paths } from '@/config/paths';
import { ForgotPasswordForm } from '@/features/identity/auth/components/forgot-password-form';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';

export function ForgotPasswordScreen() {
  return (
    <AuthFrame
      title="Forgot your password"
      lead="Enter your email and we’ll send you a link to choose a new one."
      foot={
        <Link className="link" href={paths.auth.login}>
          Back to log in
        </Link>
      }
    >
      <ForgotPasswordForm />
    </AuthFrame>
  );
}
