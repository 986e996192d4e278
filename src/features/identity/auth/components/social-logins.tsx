import { Smartphone } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { outsideWanted, selectLoginWays, type OutsideProvider } from '../login-ways-slice';
import { GoogleMark, TwitterMark } from './provider-marks';
import styles from './login-ways.module.css';

interface SocialLoginsProps {
  returnTo?: string;
  /** Where the form for phones is; left out where a phone makes no sense. */
  phoneHref?: string;
}

/** The other ways in, as far as the site has them; nothing where it has none. */
export function SocialLogins({ returnTo, phoneHref }: SocialLoginsProps) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const { busyWith, error } = useAppSelector(selectLoginWays);
  const hasGoogle = settings.googleLoginEnabled && Boolean(settings.googleLoginClientId || settings.googleLoginUrl);
  const hasTwitter = settings.twitterLoginEnabled === true;
  const hasPhone = settings.phoneLoginEnabled === true && phoneHref !== undefined;
  if (!hasGoogle && !hasTwitter && !hasPhone) return null;
  const go = (provider: OutsideProvider) => () =>
    void dispatch(outsideWanted({ provider, purpose: 'login', role: 'user', returnTo }));
  return (
    <div className={styles.ways}>
      <p className={styles.or}>
        <span>or</span>
      </p>
      <Problem>{error?.message}</Problem>
      {hasGoogle && (
        <Button variant="secondary" size="lg" block busy={busyWith === 'google'} onClick={go('google')}>
          <GoogleMark />
          Continue with Google
        </Button>
      )}
      {hasTwitter && (
        <Button variant="secondary" size="lg" block busy={busyWith === 'twitter'} onClick={go('twitter')}>
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
