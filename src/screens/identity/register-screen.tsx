import Link from 'next/link';
import { useRouter } from 'next/router';
import { paths, safeReturnPath } from '@/config/paths';
import { RoleChoice } from '@/features/identity/auth/components/role-choice';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';

/** The choice before signing up. */
export function RegisterScreen() {
  const { query } = useRouter();
  const returnTo = safeReturnPath(query['returnTo']);
  const carried = returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : '';
  return (
    <AuthFrame
      title="Create an account"
      lead="It’s free. You only pay for what you choose."
      foot={
        <>
          Already have an account?{' '}
          <Link className="link" href={`${paths.auth.login}${carried}`}>
            Log in
          </Link>
        </>
      }
    >
      <RoleChoice query={carried} />
    </AuthFrame>
  );
}
