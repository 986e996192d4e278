import Link from 'next/link';
import { useRouter } from 'next/router';
import { paths, safeReturnPath } from '@/config/paths';
import { DoorFrame } from '@/features/session/components/door-frame';
import { LoginForm } from '@/features/session/components/login-form';

/** Log in. Comes back to where the visitor was. */
export function LoginScreen() {
  const { query } = useRouter();
  const returnTo = safeReturnPath(query['returnTo']);
  const carried = returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : '';
  return (
    <DoorFrame
      title="Welcome back"
      lead={returnTo ? 'Log in to go on where you were.' : 'Log in to see what is new.'}
      foot={
        <>
          New here?{' '}
          <Link className="link" href={`${paths.auth.register}${carried}`}>
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm returnTo={returnTo} />
    </DoorFrame>
  );
}
