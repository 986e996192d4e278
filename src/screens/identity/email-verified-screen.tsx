import { useRouter } from 'next/router';
import { Button } from '@/components/basic/button';
import { paths, toSafeReturnPath } from '@/config/paths';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { withQuery } from '@/lib/omit-empty';
import { useAppSelector } from '@/store/hooks';

export function EmailVerifiedScreen() {
  const { query } = useRouter();
  const user = useAppSelector(selectCurrentUser);
  const returnTo = toSafeReturnPath(query['returnTo']);
  const next = returnTo ? 'We’ll take you back to where you were.' : 'You can now add a card and subscribe.';
  const lead = user?.isPerformer ? 'Next: set up your page while we review your documents.' : next;
  return (
    <AuthFrame title="Your email is verified" lead={user?.isPerformer && user.verifiedDocument ? undefined : lead}>
      <Button
        variant="primary"
        size="lg"
        block
        href={user ? (returnTo ?? paths.home) : withQuery(paths.auth.login, { returnTo })}
      >
        {user ? 'Continue' : 'Log in'}
      </Button>
    </AuthFrame>
  );
}
