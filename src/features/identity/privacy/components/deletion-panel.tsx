import { CircleAlert, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { Day } from '@/components/basic/times';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Note } from '@/components/basic/note';
import { Sheet } from '@/components/layout/sheet';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { deletionRequested, selectPrivacy, selectPrivacyAct, type Deletion } from '../privacy-feature';
import { KeepAccount } from './keep-account';
import styles from './privacy.module.css';

export function DeletionPanel() {
  const { deletion } = useAppSelector(selectPrivacy);
  const deletionAt = useAppSelector((state) => selectCurrentUser(state)?.deletionAt);
  if (!deletion) return null;
  if (deletionAt) return <KeepAccount why="Until then you can keep it." />;
  return <WayOut deletion={deletion} />;
}

/** A separate component, so that its sheet is closed after the account was kept. */
function WayOut({ deletion }: { deletion: Deletion }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="stack">
      <p className={styles.lead}>
        If you delete your account now, it will be erased on <Day value={deletion.earliestAt} />. Until then you can
        keep it, but renewals stop right away and stay off.
      </p>
      {deletion.refusal === 'DELETION_ORDERS' && (
        <Note icon={CircleAlert} tone="warn">
          You have orders that aren’t sent yet. You can delete your account once they are sent or refunded.
        </Note>
      )}
      {deletion.refusal === 'DELETION_MONEY_PENDING' && (
        <Note icon={CircleAlert} tone="warn">
          Some of your income is still pending. You can delete your account once all of it is available. To be paid out
          first, <ContactLink />.
        </Note>
      )}
      <div>
        <Button variant="danger" icon={Trash2} disabled={deletion.refusal !== null} onClick={() => setIsOpen(true)}>
          Delete my account
        </Button>
      </div>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="Delete your account">
        <DeletionForm deletion={deletion} />
      </Sheet>
    </div>
  );
}

function DeletionForm({ deletion }: { deletion: Deletion }) {
  const dispatch = useAppDispatch();
  const { isBusy, error } = useAppSelector(selectPrivacyAct('delete'));
  const [confirmation, setConfirmation] = useState('');
  const [giveUpBalance, setGiveUpBalance] = useState(false);
  const [endSubscriptions, setEndSubscriptions] = useState(false);
  const isPerformer = useAppSelector(selectCurrentUser)?.isPerformer;
  const { balance, subscribers, kept } = deletion;
  const isReady =
    confirmation.trim() === deletion.confirmation &&
    (balance === 0 || giveUpBalance) &&
    (subscribers === 0 || endSubscriptions);
  const handleSubmit = () =>
    dispatch(
      deletionRequested({
        confirmation: confirmation.trim(),
        ...(balance > 0 && { giveUpBalance }),
        ...(subscribers > 0 && { endSubscriptions }),
      }),
    );
  return (
    <Form onSubmit={handleSubmit}>
      <p>Subscriptions will stop renewing, and all other devices will be logged out.</p>
      {!isPerformer && <p>You will lose access to everything you bought.</p>}
      {kept.length > 0 && (
        <div>
          <p className="strong sm">What stays</p>
          <ul className={styles.kept}>
            {kept.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {balance > 0 && (
        <Check
          label={`I give up the ${formatMoney(balance)} in my wallet`}
          checked={giveUpBalance}
          onChange={(event) => setGiveUpBalance(event.target.checked)}
        />
      )}
      {balance > 0 && (
        <p className="sm muted">
          To get it first, <ContactLink />.
        </p>
      )}
      {subscribers > 0 && (
        <Check
          label={`${subscribers === 1 ? 'One fan has' : `${subscribers} fans have`} paid for more time: they keep it, none renews`}
          checked={endSubscriptions}
          onChange={(event) => setEndSubscriptions(event.target.checked)}
        />
      )}
      <Field label={`Type ${deletion.confirmation} to continue`} error={error?.message}>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
      </Field>
      <FormFoot>
        <Button type="submit" variant="danger" size="lg" block disabled={!isReady} busy={isBusy} busyLabel="Deleting">
          Delete my account
        </Button>
      </FormFoot>
    </Form>
  );
}

const ContactLink = () => (
  <Link className="link" href={paths.contact}>
    write to us
  </Link>
);
