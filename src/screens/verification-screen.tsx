import Link from 'next/link';
import { useRouter } from 'next/router';
import { paths } from '@/config/paths';
import { ResendVerification } from '@/features/door/components/resend-verification';
import { DoorFrame } from '@/features/session/components/door-frame';

/** Waits for the confirmation mail to be opened. */
export function VerificationScreen() {
  const { query } = useRouter();
  const email = typeof query['email'] === 'string' ? query['email'] : undefined;
  return (
    <DoorFrame
      title="Check your inbox"
      lead={`We sent a link to ${email ?? 'your email address'}. Open it to confirm that the address is yours.`}
      foot={
        <Link className="link" href={paths.auth.login}>
          I have opened it: log in
        </Link>
      }
    >
      <ResendVerification />
    </DoorFrame>
  );
}
