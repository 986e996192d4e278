import Link from 'next/link';
import { paths } from '@/config/paths';
import { CreatorRegisterForm } from '@/features/door/components/creator-register-form';
import { DoorFrame } from '@/features/session/components/door-frame';

/** Sign-up as a creator. */
export function CreatorRegisterScreen() {
  return (
    <DoorFrame
      wide
      title="Start your page"
      lead="Set it up today. You can publish as soon as your documents are approved, mostly within two days."
      foot={
        <>
          Only want to follow people?{' '}
          <Link className="link" href={paths.auth.fanRegister}>
            Create a fan account
          </Link>
        </>
      }
    >
      <CreatorRegisterForm />
    </DoorFrame>
  );
}
