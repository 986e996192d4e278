import { Button } from '@/components/button';
import { paths } from '@/config/paths';
import { homePathOf } from '@/features/session/home-path';
import { DoorFrame } from '@/features/session/components/door-frame';
import { selectCurrentUser } from '@/features/session/session-slice';
import { useAppSelector } from '@/store/hooks';

/** Where the confirmation mail leads. */
export function EmailVerifiedScreen() {
  const user = useAppSelector(selectCurrentUser);
  return (
    <DoorFrame title="Your email is confirmed" lead="That is all. You can add a card and subscribe now.">
      <Button variant="primary" size="lg" block href={user ? homePathOf(user) : paths.auth.login}>
        {user ? 'Go on' : 'Log in'}
      </Button>
    </DoorFrame>
  );
}
