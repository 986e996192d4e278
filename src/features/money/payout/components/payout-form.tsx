import Link from 'next/link';
import { CalendarClock, ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { toAmountText } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { ChoiceCard } from '@/components/form/choice-card';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { MoneyInput } from '@/components/form/money-input';
import { TextArea } from '@/components/form/text-area';
import { Panel } from '@/components/layout/panel';
import { LeaveGuard } from '@/components/states/leave-guard';
import { paths } from '@/config/paths';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { describeRange, formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectOverview } from '../payout-slice';
import { describeAccount, selectAccounts, type Payout } from '../payout-words';
import { ConfirmSheet } from './confirm-sheet';
import { RestWords } from './payout-problem';
import { QuoteLines, useQuote } from './quote-lines';
import styles from './payout.module.css';

const MAX_NOTE_LENGTH = 1000;

interface PayoutFormProps {
  payout?: Payout;
  available: number;
  onDone: () => void;
}

export function PayoutForm({ payout, available, onDone }: PayoutFormProps) {
  const { minimumPayoutAmount: minimum } = useAppSelector(selectSettings);
  const restsUntil = useAppSelector(selectOverview).sums?.restsUntil;
  const accounts = useAppSelector(selectAccounts);
  const [amount, setAmount] = useState(payout ? String(payout.requestTokens) : '');
  const [isLeft, setIsLeft] = useState(false);
  const [chosen, setChosen] = useState(payout?.paymentAccountType ?? accounts[0]?.type ?? 'banking');
  const [note, setNote] = useState(payout?.requestNote ?? '');
  const [isConfirming, setIsConfirming] = useState(false);
  const [isDone, setIsDone] = useState(false);
  // The request's account may have been removed or be of a kind unknown here: it stays selectable.
  const isElsewhere = payout && !accounts.some(({ type }) => type === payout.paymentAccountType);
  const choices = isElsewhere
    ? [{ type: payout.paymentAccountType, hint: payout.accountHint ?? null }, ...accounts]
    : accounts;
  const account = choices.find(({ type }) => type === chosen) ?? choices[0];
  const sum = Number(amount);
  const problem = findProblem(amount, { minimum, available });
  const quote = useQuote(problem ? 0 : sum);
  const fields = { requestTokens: sum, paymentAccountType: account?.type ?? chosen, requestNote: note.trim() };
  const isChanged =
    amount !== (payout ? String(payout.requestTokens) : '') ||
    note !== (payout?.requestNote ?? '') ||
    (payout !== undefined && chosen !== payout.paymentAccountType);
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    // Runs after the render that turns off the guard for unsaved changes.
    if (isDone) leave();
  }, [isDone]);
  const finish = () => {
    setIsConfirming(false);
    setIsDone(true);
  };
  return (
    <>
      <Form className={styles.form} onSubmit={() => setIsConfirming(true)}>
        <div className="stack">
          <Field
            label="Amount"
            hint={describeRange(minimum, available)}
            error={isLeft && amount !== '' ? problem : undefined}
            aside={
              <button type="button" className="link sm" onClick={() => setAmount(toAmountText(available))}>
                All of it
              </button>
            }
          >
            <MoneyInput
              value={amount}
              onChange={(value) => {
                setAmount(value);
                setIsLeft(false);
              }}
              onBlur={() => setIsLeft(true)}
              data-problem={problem}
            />
          </Field>
          <fieldset className={cx('stack stack--sm', styles.accounts)}>
            <legend className="sm strong">Send it to</legend>
            {choices.map(({ type, hint }) => (
              <ChoiceCard
                key={type}
                name="payout-account"
                label={describeAccount(type)}
                hint={hint && (type === 'banking' ? `ending ${hint}` : hint)}
                checked={type === account?.type}
                onChange={() => setChosen(type)}
              />
            ))}
            <p className="sm">
              <Link className="link" href={paths.creator.banking}>
                Payout details
              </Link>
            </p>
          </fieldset>
          <Field label="Note" optional hint="Whoever reviews your request reads it.">
            <TextArea
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </div>
        <Panel title="What you get">
          <div className="stack">
            <QuoteLines amount={problem ? 0 : sum} />
            {quote?.arrivesAt && (
              <Note icon={CalendarClock}>
                Usually there by{' '}
                <b>
                  <Day value={quote.arrivesAt} />
                </b>
                .
              </Note>
            )}
            <FormFoot
              notes={
                restsUntil && (
                  <Note icon={ShieldCheck} tone="warn">
                    <RestWords />
                  </Note>
                )
              }
            >
              <Button type="submit" variant="primary" size="lg" block disabled={Boolean(restsUntil)}>
                {problem ? 'Review request' : `Review ${formatMoney(sum)}`}
              </Button>
            </FormFoot>
          </div>
        </Panel>
      </Form>
      <ConfirmSheet
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        onDone={finish}
        payout={payout}
        fields={fields}
        account={account ? describeAccount(account.type, account.hint) : describeAccount(chosen)}
        arrivesAt={quote?.arrivesAt}
        available={available}
      />
      <LeaveGuard when={isChanged && !isDone ? 'leaving' : null} />
    </>
  );
}

function findProblem(text: string, { minimum, available }: { minimum: number; available: number }): string | undefined {
  const sum = Number(text);
  if (text === '') return 'Enter an amount.';
  if (!Number.isFinite(sum) || sum <= 0) return 'Enter an amount like 25.00.';
  if (sum < minimum) return `The smallest payout is ${formatMoney(minimum)}.`;
  if (sum > available) return `You have ${formatMoney(available)} available.`;
  return undefined;
}
