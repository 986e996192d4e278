import { useState } from 'react';
import { limits } from '@contract/base/limits';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { Field } from '@/components/form/field';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { Sheet } from '@/components/layout/sheet';
import { SumLines } from '@/components/list/sum-lines';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch } from '@/store/hooks';
import { refundDecided } from '../refund-feature';
import { describeLoss, getPlace, getStateWords, type RefundRequest } from '../refund-words';
import { useRefundSheet } from './use-refund-sheet';

interface DecideSheetProps {
  request: RefundRequest;
  open: boolean;
  onClose: () => void;
}

export function DecideSheet({ request, open, onClose }: DecideSheetProps) {
  const { title, state, answer, decidedBy } = request;
  const { text, tone } = getStateWords(state, 'creator');
  const { key, isBusy, failure } = useRefundSheet(open, onClose);
  const isOpen = state === 'asked' || state === 'with_operator';
  const fan = getPersonName(request.userInfo, 'fan');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={isBusy}
      title={`Refund for ${fan}`}
      subtitle={
        <>
          {title} <Badge tone={tone}>{text}</Badge>
        </>
      }
    >
      <div className="stack stack--lg">
        <p>
          {fan} asked on <Day value={request.createdAt} />: “{request.reason}”
        </p>
        {isOpen ? (
          <Decision key={request._id} request={request} fan={fan} pressKey={key} isBusy={isBusy} failure={failure} />
        ) : (
          answer && (
            <p>
              {decidedBy === 'operator' ? 'We' : 'You'} answered: “{answer}”
            </p>
          )
        )}
      </div>
    </Sheet>
  );
}

interface DecisionProps extends Pick<ReturnType<typeof useRefundSheet>, 'isBusy' | 'failure'> {
  request: RefundRequest;
  fan: string;
  /** Idempotency key for one opening of the sheet. */
  pressKey: string;
}

function Decision({ request, fan, pressKey, isBusy, failure }: DecisionProps) {
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState('');
  const [isGranting, setIsGranting] = useState(true);
  const { amount, takes, refundsTo, kind, state } = request;
  const sum = formatMoney(amount);
  const decide = (isGranted: boolean) => {
    setIsGranting(isGranted);
    // The server rejects a key that was used for a different decision.
    const key = `${pressKey}-${isGranted ? 'grant' : 'refuse'}`;
    dispatch(refundDecided({ request, isGranted, answer: answer.trim(), key }));
  };
  return (
    <>
      <SumLines
        lines={
          typeof takes === 'number'
            ? [
                { label: 'From your earnings', amount: formatMoney(takes) },
                { label: 'Commission and tax we return', amount: formatMoney(amount - takes) },
              ]
            : []
        }
        total={{ label: `${fan} gets, to ${getPlace(refundsTo, 'their')}`, amount: sum }}
      />
      <p className="sm ink-2">
        {describeLoss(kind, fan)}
        {kind === 'product' && ' Goods go back into your stock: lower it if they do not come back.'}
      </p>
      <Field label="Answer" optional hint={`${fan} will read this.`}>
        <TextArea
          rows={2}
          maxLength={limits.refundText}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <FormFoot failure={failure}>
        <div className="stack stack--sm">
          <Button
            variant="danger"
            size="lg"
            block
            busy={isBusy && isGranting}
            disabled={isBusy && !isGranting}
            busyLabel="Refunding"
            onClick={() => decide(true)}
          >
            Refund {sum}
          </Button>
          {state === 'asked' && (
            <Button
              block
              busy={isBusy && !isGranting}
              disabled={isBusy && isGranting}
              busyLabel="Refusing"
              onClick={() => decide(false)}
            >
              Don’t refund
            </Button>
          )}
          <p className="xs muted center">A refund can’t be undone.</p>
        </div>
      </FormFoot>
    </>
  );
}
