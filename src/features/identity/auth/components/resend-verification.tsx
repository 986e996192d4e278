import { MailCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note, Problem } from '@/components/basic/note';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { getFormSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { formOpened, selectForm, verificationRequested } from '../auth-slice';

const COOL_DOWN_SECONDS = 60;

interface ResendVerificationProps {
  /** For new users who are not logged in; otherwise the account's own email is used. */
  email?: string;
  isPerformer?: boolean;
  /** Whether a mail was just sent, so that the waiting time has begun. */
  isFresh?: boolean;
  returnTo?: string;
}

/** Sends at most one mail per minute. */
export function ResendVerification({
  email: given,
  isPerformer: asPerformer,
  isFresh,
  returnTo,
}: ResendVerificationProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { status, error } = useAppSelector(selectForm('verification'));
  useLayoutEffect(() => void dispatch(formOpened('verification')), [dispatch]);
  const [wait, setWait] = useState(isFresh ? COOL_DOWN_SECONDS : 0);
  useEffect(() => {
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const email = user?.email ?? given;
  if (!email) return null;
  const isPerformer = user ? user.isPerformer : asPerformer;
  const handleClick = () => {
    setWait(COOL_DOWN_SECONDS);
    const source = user ? { _id: user._id, email } : { email };
    dispatch(verificationRequested({ source, sourceType: isPerformer ? 'performer' : 'user', returnTo }));
  };
  return (
    <>
      {status === 'done' && (
        <Note icon={MailCheck} tone="success">
          We sent a new link to {email}.
        </Note>
      )}
      <Problem>{getFormSummary(error)}</Problem>
      <Button size="lg" block busy={status === 'pending'} busyLabel="Sending" disabled={wait > 0} onClick={handleClick}>
        {wait > 0 ? `Send again in ${wait} s` : 'Send the link again'}
      </Button>
    </>
  );
}
