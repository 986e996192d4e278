import { CircleCheck } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Note, Problem } from '@/components/basic/note';
import { paths, toSafeReturnPath } from '@/config/paths';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import {
  mailLinkOpened,
  mailLinkPressed,
  selectMailLink,
  type MailLink,
} from '@/features/identity/auth/mail-link-slice';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { withQuery } from '@/lib/omit-empty';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

const NEWS = '?section=notifications';

interface LinkText {
  title: string;
  lead: string;
  label: string;
  busyLabel: string;
  /** Shown once the action was done, now or earlier. */
  done: { title: string; lead: string };
}

const texts: Record<MailLink['action'], LinkText> = {
  'verify-email': {
    title: 'Verify your email',
    lead: 'Press the button to confirm that this email is yours.',
    label: 'Verify my email',
    busyLabel: 'Verifying',
    done: { title: 'Your email is verified', lead: 'Nothing else is needed for your email.' },
  },
  'change-email': {
    title: 'Use this email',
    lead: 'Your account will use this email from now on, to log in and to receive email.',
    label: 'Use this email',
    busyLabel: 'Saving',
    done: { title: 'Your email is verified', lead: 'Your account uses this email now.' },
  },
  'revert-email': {
    title: 'Undo the change',
    lead: 'Your account keeps this email, all devices are logged out, and you choose a new password.',
    label: 'Take it back',
    busyLabel: 'Taking it back',
    done: { title: 'The change is undone', lead: 'All devices were logged out.' },
  },
  'end-session': {
    title: 'Log out this device?',
    lead: 'The device from the email loses access to your account. Your other devices stay logged in.',
    label: 'Log out this device',
    busyLabel: 'Logging out',
    done: {
      title: 'That device is logged out',
      lead: 'If you don’t recognize it, someone may know your password. Choose a new one.',
    },
  },
  unsubscribe: {
    title: 'Unsubscribe',
    lead: 'You’ll no longer get emails about what happens here. Receipts and security emails still come.',
    label: 'Unsubscribe',
    busyLabel: 'Unsubscribing',
    done: { title: 'You’re unsubscribed', lead: 'You can choose which emails you get in your account at any time.' },
  },
};

/** The page that a link in a mail opens. Nothing happens until the user presses the button. */
function MailLinkScreen({ action }: { action: MailLink['action'] }) {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectMailLink);
  const token = typeof query['token'] === 'string' ? query['token'] : '';
  const returnTo = toSafeReturnPath(query['returnTo']);
  useEffect(() => {
    if (token) dispatch(mailLinkOpened({ action, token }));
  }, [dispatch, action, token]);
  const text = texts[action];
  if (token === '' || status === 'gone') return <ExpiredLink returnTo={returnTo} />;
  if (status === 'done' || status === 'used') {
    return (
      <AuthFrame title={text.done.title}>
        <Note icon={CircleCheck} tone="success">
          {text.done.lead}
        </Note>
        <NextStep action={action} returnTo={returnTo} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={text.title} lead={text.lead}>
      <Problem>{error?.message}</Problem>
      <Button
        variant="primary"
        size="lg"
        block
        busy={status === 'pending'}
        busyLabel={text.busyLabel}
        onClick={() => dispatch(mailLinkPressed({ action, token, returnTo }))}
      >
        {text.label}
      </Button>
    </AuthFrame>
  );
}

function ExpiredLink({ returnTo }: { returnTo: string | undefined }) {
  const user = useAppSelector(selectCurrentUser);
  return (
    <AuthFrame
      title="This link has expired"
      lead={`It’s too old, was already used, or belongs to another email. ${user ? 'You can get a new one in your account.' : 'Log in to get a new one.'}`}
    >
      <Button
        variant="primary"
        size="lg"
        block
        href={user ? (returnTo ?? paths.home) : withQuery(paths.auth.login, { returnTo })}
      >
        {user ? 'Continue' : 'Go to log in'}
      </Button>
    </AuthFrame>
  );
}

function NextStep({ action, returnTo }: { action: MailLink['action']; returnTo: string | undefined }) {
  const user = useAppSelector(selectCurrentUser);
  const { resetToken } = useAppSelector(selectMailLink);
  const next = user ? (returnTo ?? paths.home) : withQuery(paths.auth.login, { returnTo });
  const account = user?.isPerformer ? paths.creator.account : paths.user.account;
  if (action === 'end-session' || action === 'revert-email') {
    return (
      <>
        <Button
          variant="primary"
          size="lg"
          block
          href={resetToken ? withQuery(paths.auth.resetPassword, { token: resetToken }) : paths.auth.forgotPassword}
        >
          Choose a new password
        </Button>
        <Button size="lg" block href={next}>
          Keep my password
        </Button>
      </>
    );
  }
  if (action === 'unsubscribe') {
    return (
      <Button size="lg" block href={user ? `${account}${NEWS}` : paths.auth.loginFor(`${paths.user.account}${NEWS}`)}>
        Choose which emails you get
      </Button>
    );
  }
  return (
    <Button variant="primary" size="lg" block href={next}>
      {user ? 'Continue' : 'Log in'}
    </Button>
  );
}

export const VerifyEmailScreen = () => <MailLinkScreen action="verify-email" />;
export const ChangeEmailScreen = () => <MailLinkScreen action="change-email" />;
export const RevertEmailScreen = () => <MailLinkScreen action="revert-email" />;
export const EndSessionScreen = () => <MailLinkScreen action="end-session" />;
export const UnsubscribeScreen = () => <MailLinkScreen action="unsubscribe" />;
