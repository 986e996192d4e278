import Link from 'next/link';
import { useRouter } from 'next/router';
import { Problem } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { ResetPasswordForm } from '@/features/identity/auth/components/reset-password-form';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { selectForm } from '@/features/identity/auth/auth-slice';
import { useAppSelector } from '@/store/hooks';

export function ResetPasswordScreen() {
  const { query } = useRouter();
  const token = typeof query['token'] === 'string' ? query['token'] : '';
  const isDone = useAppSelector(selectForm('reset')).status === 'done';
  return (
    <AuthFrame
      title="Choose a new password"
      foot={
        !isDone && (
          <Link className="link" href={paths.auth.forgotPassword}>
            Request a new link
          </Link>
        )
      }
    >
      {token ? <ResetPasswordForm token={token} /> : <Problem>This link is incomplete. Request a new one.</Problem>}
    </AuthFrame>
  );
}
