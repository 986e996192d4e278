import { Button } from '@/components/basic/button';
import { paths } from '@/config/paths';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';

/** Where the verification mail leads. */
export function EmailVerifiedScreen() {
  const user = useAppSelector(selectCurrentUser);
  const lead = user?.isPerformer
    ? 'Next: set up your page while we review your documents.'
    : 'You can now add a card and subscribe.';
  return (
    <AuthFrame title="Your email is verified" lead={user?.isPerformer && user.verifiedDocument ? undefined : lead}>
      <Button variant="primary" size="lg" block href={user ? paths.home : paths.auth.login}>
        {user ? 'Continue' : 'Log in'}
      </Button>
    </AuthFrame>
  );
}
