import { Smartphone } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { socialLoginRequested, selectLoginWays, type LoginProvider } from '../login-ways-slice';
import styles from './login-ways.module.css';

interface SocialLoginsProps {
  returnTo?: string;
  phoneHref?: string;
}

export function SocialLogins({ returnTo, phoneHref }: SocialLoginsProps) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const { busyWith, error } = useAppSelector(selectLoginWays);
  const hasGoogle = settings.googleLoginEnabled && Boolean(settings.googleLoginClientId || settings.googleLoginUrl);
  const hasTwitter = settings.twitterLoginEnabled === true;
  const hasPhone = settings.phoneLoginEnabled === true && phoneHref !== undefined;
  if (!hasGoogle && !hasTwitter && !hasPhone) return null;
  const requestLogin = (provider: LoginProvider) => () =>
    void dispatch(socialLoginRequested({ provider, purpose: 'login', role: 'user', returnTo }));
  return (
    <div className="stack stack--md">
      <p className={`row muted sm ${styles.or}`}>
        <span>or</span>
      </p>
      <Problem>{error?.message}</Problem>
      {hasGoogle && (
        <Button variant="secondary" size="lg" block busy={busyWith === 'google'} onClick={requestLogin('google')}>
          <GoogleMark />
          Continue with Google
        </Button>
      )}
      {hasTwitter && (
        <Button variant="secondary" size="lg" block busy={busyWith === 'twitter'} onClick={requestLogin('twitter')}>
          <TwitterMark />
          Continue with Twitter
        </Button>
      )}
      {hasPhone && (
        <Button variant="secondary" size="lg" block icon={Smartphone} href={phoneHref}>
          Continue with a phone
        </Button>
      )}
    </div>
  );
}

/** Plain shapes in the providers' colors, because their logos are trademarks. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="#4285f4" strokeWidth="2.6" strokeDasharray="36 12" />
      <path d="M10 10h7.4" stroke="#4285f4" strokeWidth="2.6" />
    </svg>
  );
}

function TwitterMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}
