import Link from 'next/link';
import { useRouter } from 'next/router';
import { RichText } from '@/components/basic/rich-text';
import { paths, toSafeReturnPath } from '@/config/paths';
import { FanRegisterForm } from '@/features/identity/auth/components/fan-register-form';
import { SocialLogins } from '@/features/identity/auth/components/social-logins';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

export function FanRegisterScreen() {
  const { query } = useRouter();
  const { userBenefit } = useAppSelector(selectSettings);
  const returnTo = toSafeReturnPath(query['returnTo']);
  return (
    <AuthFrame
      title="Create your account"
      lead={returnTo ? 'Then we’ll take you back to where you were.' : 'Takes a minute.'}
      foot={
        <>
          Want to sell your work?{' '}
          <Link className="link" href={paths.auth.creatorRegister}>
            Start a page
          </Link>
        </>
      }
    >
      <RichText html={userBenefit} />
      <FanRegisterForm returnTo={returnTo} />
      <SocialLogins returnTo={returnTo} />
    </AuthFrame>
  );
}
