import { MailCheck, MailQuestionMark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { FormFoot } from '@/components/form/form-foot';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  emailCheckRequested,
  emailRefreshRequested,
  emailResendRequested,
  selectEmailCheck,
} from '../email-check-slice';

const COOL_DOWN_SECONDS = 60;

/** True if the site requires a verified email for cards and this account has none. Specification 3. */
export function useNeedsEmail(): boolean {
  const user = useAppSelector(selectCurrentUser);
  const { requireEmailVerification } = useAppSelector(selectSettings);
  const { isVerified } = useAppSelector(selectEmailCheck);
  // If the link was opened in another tab, the account is updated here, too.
  if (user?.verifiedEmail) return false;
  if (isVerified !== null) return !isVerified;
  return requireEmailVerification === true && user?.verifiedEmail === false;
}

interface EmailPromptProps {
  before?: string;
  /** Dispatched on mount to send the link; the default sends it only if a card requires it. */
  ask?: typeof emailCheckRequested | typeof emailResendRequested;
  onCancel?: () => void;
}

/** Asks for a verified email, and sends the link when shown. The title and the sentence are the specification's. */
export function EmailPrompt({
  before = 'adding a payment method',
  ask = emailCheckRequested,
  onCancel,
}: EmailPromptProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { status, error } = useAppSelector(selectEmailCheck);
  const [wait, setWait] = useState(0);
  useEffect(() => {
    dispatch(ask());
  }, [dispatch, ask]);
  useEffect(() => {
    if (status === 'sent') setWait(COOL_DOWN_SECONDS);
  }, [status]);
  useEffect(() => {
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  return (
    <div className="stack stack--lg">
      <h3>Verify Your Email to Continue</h3>
      <p className="ink-2">
        Please check your inbox{user?.email ? ` (${user.email})` : ''} for a link to verify your email before {before}.
      </p>
      <FormFoot
        failure={status === 'failed' ? error : null}
        notes={
          <>
            {' '}
            {status === 'sent' && (
              <Note icon={MailCheck} tone="success">
                We sent the link.
              </Note>
            )}
            {status === 'unopened' && (
              <Note icon={MailQuestionMark} tone="warn">
                Not verified yet. Open the link in the email, then try again.
              </Note>
            )}
          </>
        }
      >
        <div className="stack stack--sm">
          <Button
            variant="primary"
            size="lg"
            block
            busy={status === 'looking'}
            busyLabel="Checking"
            onClick={() => dispatch(emailRefreshRequested())}
          >
            I opened the link
          </Button>
          <Button
            block
            disabled={wait > 0}
            busy={status === 'pending'}
            busyLabel="Sending"
            onClick={() => dispatch(emailResendRequested())}
          >
            {wait > 0 ? `Resend in ${wait} s` : 'Send the link again'}
          </Button>
          {onCancel && (
            <Button variant="ghost" size="sm" block onClick={onCancel}>
              Back
            </Button>
          )}
        </div>
      </FormFoot>
    </div>
  );
}
