import Link from 'next/link';
import { useRouter } from 'next/router';
import { MailCheck } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Timeline } from '@/components/list/timeline';
import { paths, toSafeReturnPath } from '@/config/paths';
import { ResendVerification } from '@/features/identity/auth/components/resend-verification';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { getReviewTimeText } from '@/features/identity/auth/document-review-selectors';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { withQuery } from '@/lib/omit-empty';
import { useAppSelector } from '@/store/hooks';

export function VerificationScreen() {
  const { query } = useRouter();
  const user = useAppSelector(selectCurrentUser);
  const given = typeof query['email'] === 'string' ? query['email'] : undefined;
  const email = user?.email ?? given;
  /** After a sign-up. Links that open this page to send the link again have `again`, or no email. */
  const isJustSent = given !== undefined && query['again'] === undefined;
  const returnTo = toSafeReturnPath(query['returnTo']);
  const isCreator = user ? user.isPerformer : query['as'] === 'creator';
  const isVerified = user?.verifiedEmail === true;
  return (
    <AuthFrame
      title={isVerified ? 'Your email is verified' : 'Check your email'}
      lead={isVerified ? email : getLead(email, isJustSent)}
      foot={!isVerified && <WrongAddress isCreator={isCreator} />}
    >
      {isVerified && (
        <Note icon={MailCheck} tone="success">
          That’s done. Nothing else is needed for your email.
        </Note>
      )}
      {isCreator && <NextForCreators isVerified={isVerified} />}
      {user ? (
        <Button variant="primary" size="lg" block href={returnTo ?? paths.home}>
          {isCreator ? 'Set up your page' : 'Continue'}
        </Button>
      ) : (
        <Button variant="primary" size="lg" block href={withQuery(paths.auth.login, { returnTo })}>
          I’ve opened it. Log in
        </Button>
      )}
      {!isVerified && (
        <ResendVerification email={given} isPerformer={isCreator} isFresh={isJustSent} returnTo={returnTo} />
      )}
    </AuthFrame>
  );
}

const getLead = (email: string | undefined, isJustSent: boolean): string =>
  email === undefined || isJustSent
    ? `We sent a link to ${email ?? 'your email address'}. Open it to verify your email.`
    : `Open the link we emailed to ${email}, or send a new one below.`;

/** Signed-in accounts can change their email. Others cannot log in before it is verified, so they have to sign up again. */
function WrongAddress({ isCreator }: { isCreator: boolean }) {
  const user = useAppSelector(selectCurrentUser);
  const register = isCreator ? paths.auth.creatorRegister : paths.auth.fanRegister;
  const account = isCreator ? paths.creator.account : paths.user.account;
  return (
    <>
      Nothing there? Look in your spam folder. Wrong address?{' '}
      <Link className="link" href={user ? account : register}>
        {user ? 'Change it' : 'Sign up again'}
      </Link>
    </>
  );
}

function NextForCreators({ isVerified }: { isVerified: boolean }) {
  const { documentReviewDays } = useAppSelector(selectSettings);
  return (
    <Timeline
      steps={[
        { title: 'Verify your email', note: 'Open the link we sent you.', ahead: !isVerified },
        {
          title: 'We review your documents',
          note: `We’ll email you the result${getReviewTimeText(documentReviewDays)}.`,
          ahead: true,
        },
        { title: 'Set up your page', note: 'Profile, prices and first post. You can start now.', ahead: true },
        { title: 'Publish', note: 'Once you’re approved, fans can find you.', ahead: true },
      ]}
    />
  );
}
