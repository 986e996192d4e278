import { useState } from 'react';
import { limits } from '@contract/base/limits';
import { inCoins, toAmountText } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { MoneyInput } from '@/components/form/money-input';
import { Sheet } from '@/components/layout/sheet';
import { formatMoney } from '@/lib/format-money';
import { getLimitMonth, getResetDay, type SpendingLimit } from '@/lib/spending-limit';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useChangeSheet } from '@/store/use-change-sheet';
import { limitChosen, limitSheetOpened, selectLimitChange } from '../spending-feature';

interface LimitSheetProps {
  spending: SpendingLimit;
  open: boolean;
  onClose: () => void;
}

/** Takes effect immediately for a lower limit, after 24 hours for a higher one or none; the sheet says so before the press. */
export function LimitSheet({ open, onClose, ...props }: LimitSheetProps) {
  const change = useAppSelector(selectLimitChange);
  const { isBusy, failure } = useChangeSheet({ open, change, opened: limitSheetOpened, onDone: onClose });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={isBusy}
      title="Monthly spending limit"
      subtitle={`You’ve spent ${formatMoney(props.spending.spent)} in ${getLimitMonth(props.spending)}`}
    >
      <LimitForm {...props} isBusy={isBusy} failure={failure} />
    </Sheet>
  );
}

type LimitFormProps = Pick<LimitSheetProps, 'spending'> & Pick<ReturnType<typeof useChangeSheet>, 'isBusy' | 'failure'>;

function LimitForm({ spending, isBusy, failure }: LimitFormProps) {
  const dispatch = useAppDispatch();
  const { limit } = spending;
  const [isRemoving, setIsRemoving] = useState(false);
  const [text, setText] = useState(limit === null ? '' : toAmountText(limit));
  const amount = Number(text);
  const [least, most] = [inCoins(limits.spendingMin), inCoins(limits.spendingMax)];
  const isValid = text !== '' && amount >= least && amount <= most;
  const range = `From ${formatMoney(least)} to ${formatMoney(most)}`;
  return (
    <Form
      className="stack stack--lg"
      checksItself
      onSubmit={() => {
        if (!isValid || isBusy) return;
        setIsRemoving(false);
        dispatch(limitChosen(amount));
      }}
    >
      <p className="ink-2">
        Unlocks, tips, orders and subscriptions count, from your wallet and by card, tax included. Top-ups don’t count.
        Refunds of this month’s purchases give room back.
      </p>
      <Field
        label="Most you want to spend in a month"
        hint={range}
        error={text !== '' && !isValid ? `${range}.` : undefined}
      >
        <MoneyInput value={text} onChange={setText} />
      </Field>
      <p className="sm">{isValid ? describeEffect(spending, amount) : ' '}</p>
      <FormFoot failure={failure}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isBusy && !isRemoving}
          busyLabel="Saving"
          disabled={!isValid || amount === limit || (isBusy && isRemoving)}
        >
          {isValid ? `Set limit to ${formatMoney(amount)}` : 'Set limit'}
        </Button>
        {limit !== null && (
          <Button
            variant="ghost"
            block
            busy={isBusy && isRemoving}
            busyLabel="Removing"
            disabled={isBusy && !isRemoving}
            onClick={() => {
              setIsRemoving(true);
              dispatch(limitChosen(null));
            }}
          >
            Remove limit in 24 hours
          </Button>
        )}
      </FormFoot>
    </Form>
  );
}

function describeEffect(spending: SpendingLimit, amount: number): string {
  const { limit, spent } = spending;
  if (limit !== null && amount > limit)
    return 'A higher limit applies after 24 hours, so that it’s never raised on an impulse.';
  if (amount === limit) return 'This is your limit now.';
  const rest =
    amount <= spent
      ? ` You’ve spent ${formatMoney(spent)} already, so nothing more is charged until ${getResetDay(spending)}.`
      : '';
  return `Applies right away.${rest}`;
}
