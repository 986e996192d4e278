import { Sparkles } from 'lucide-react';
import { useRouter } from 'next/router';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { platformSubscriptionWanted } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** A post that only subscribers of the site may even look at. Words of the specification, section 3. */
export function PlatformOnly() {
  const { asPath } = useRouter();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { siteName, monthlySubscriptionPrice } = useAppSelector(selectSettings);
  return (
    <EmptyState
      icon={Sparkles}
      title="For subscribers of this site"
      text="Please subscribe to the platform to see the content for free!"
      action={
        signedIn ? (
          <Button variant="primary" onClick={() => dispatch(platformSubscriptionWanted())}>
            Subscribe to {siteName} for {formatMoney(monthlySubscriptionPrice)} a month
          </Button>
        ) : (
          <Button variant="primary" href={`${paths.auth.register}?returnTo=${encodeURIComponent(asPath)}`}>
            Sign up
          </Button>
        )
      }
    />
  );
}
