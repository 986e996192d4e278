import { CircleAlert, MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { Note } from '@/components/note';
import { selectCurrentUser } from '@/features/session/session-slice';
import { formSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectForm, verificationRequested } from '../door-slice';

/** Seconds between two mails. */
const coolDownSeconds = 60;

/** Sends the confirmation mail again, not more often than once a minute. */
export function ResendVerification() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { status, error } = useAppSelector(selectForm('verification'));
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  if (!user?.email) return null;
  const { _id, email, isPerformer } = user;
  const handleClick = () => {
    setWait(coolDownSeconds);
    dispatch(verificationRequested({ source: { _id, email }, sourceType: isPerformer ? 'performer' : 'user' }));
  };
  return (
    <>
      {status === 'done' && (
        <Note icon={MailCheck} tone="success">
          We sent a new link to {email}.
        </Note>
      )}
      {formSummary(error) && (
        <Note icon={CircleAlert} tone="danger">
          {formSummary(error)}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        block
        busy={status === 'pending'}
        busyLabel="Sending"
        disabled={wait > 0}
        onClick={handleClick}
      >
        {wait > 0 ? `Send again in ${wait} s` : 'Send the link again'}
      </Button>
    </>
  );
}
