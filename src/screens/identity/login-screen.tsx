import Link from 'next/link';
import { useRouter } from 'next/router';
import { paths, toSafeReturnPath } from '@/config/paths';
import { SocialLogins } from '@/features/identity/auth/components/social-logins';
import { PhoneLoginForm } from '@/features/identity/auth/components/phone-login-form';
import { selectReference } from '@/features/site/reference/reference-slice';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { LoginForm } from '@/features/identity/auth/components/login-form';
import { withQuery } from '@/lib/omit-empty';
import { useAppSelector } from '@/store/hooks';

export function LoginScreen() {
  const { query } = useRouter();
  const dialCodes = useAppSelector(selectReference('phoneCodes'));
  const returnTo = toSafeReturnPath(query['returnTo']);
  const isByPhone = query['with'] === 'phone';
  const lead = returnTo ? 'Log in to pick up where you left off.' : 'Log in to see what’s new.';
  return (
    <AuthFrame
      title="Welcome back"
      lead={isByPhone ? 'We’ll send you a code. If you don’t have an account yet, it creates one.' : lead}
      foot={
        <>
          New here?{' '}
          <Link className="link" href={withQuery(paths.auth.register, { returnTo })}>
            Create an account
          </Link>
        </>
      }
    >
      {isByPhone ? (
        <>
          <PhoneLoginForm dialCodes={dialCodes} returnTo={returnTo} />
          <Link className="link sm" href={withQuery(paths.auth.login, { returnTo })}>
            Log in with a password
          </Link>
        </>
      ) : (
        <>
          <LoginForm returnTo={returnTo} />
          <SocialLogins returnTo={returnTo} phoneHref={withQuery(paths.auth.login, { with: 'phone', returnTo })} />
        </>
      )}
    </AuthFrame>
  );
}
