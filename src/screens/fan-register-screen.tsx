import Link from 'next/link';
import { useRouter } from 'next/router';
import { paths, safeReturnPath } from '@/config/paths';
import { FanRegisterForm } from '@/features/door/components/fan-register-form';
import { OutsideLogins } from '@/features/login-ways/components/outside-logins';
import { DoorFrame } from '@/features/session/components/door-frame';

/** Sign-up as a fan. */
export function FanRegisterScreen() {
  const { query } = useRouter();
  const returnTo = safeReturnPath(query['returnTo']);
  return (
    <DoorFrame
      title="Create your account"
      lead={returnTo ? 'Then you are back where you were.' : 'One minute, then find somebody whose work you like.'}
      foot={
        <>
          Want to sell your work?{' '}
          <Link className="link" href={paths.auth.creatorRegister}>
            Start a page
          </Link>
        </>
      }
    >
      <FanRegisterForm returnTo={returnTo} />
      <OutsideLogins returnTo={returnTo} />
    </DoorFrame>
  );
}
