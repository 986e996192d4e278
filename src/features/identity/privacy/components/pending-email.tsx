import { MailQuestionMark } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note, Problem } from '@/components/basic/note';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { emailChangeCancelled, emailChangeResent, selectPrivacyAct } from '../privacy-feature';
import styles from './privacy.module.css';

export function PendingEmail() {
  const dispatch = useAppDispatch();
  const email = useAppSelector((state) => selectCurrentUser(state)?.pendingEmail);
  const resend = useAppSelector(selectPrivacyAct('resendEmail'));
  const cancel = useAppSelector(selectPrivacyAct('cancelEmail'));
  if (!email) return null;
  const error = resend.error ?? cancel.error;
  return (
    <div className="stack">
      <Note icon={MailQuestionMark} tone="accent">
        <p>
          Open the link we sent to <strong>{email}</strong>. Until then your email stays as it was.
        </p>
        <div className={styles.row}>
          <Button size="sm" busy={resend.isBusy} onClick={() => dispatch(emailChangeResent())}>
            Send it again
          </Button>
          <Button size="sm" variant="ghost" busy={cancel.isBusy} onClick={() => dispatch(emailChangeCancelled())}>
            Keep the old one
          </Button>
        </div>
      </Note>
      <Problem>{error?.message}</Problem>
    </div>
  );
}
