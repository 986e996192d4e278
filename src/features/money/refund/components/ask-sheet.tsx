import { useState } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { Sheet } from '@/components/layout/sheet';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { refundAsked } from '../refund-feature';
import { getPlace, type RefundOfSale } from '../refund-words';
import { useRefundSheet } from './use-refund-sheet';

interface AskSheetProps {
  refund: RefundOfSale;
  title: string;
  /** Sentence about the access that the fan loses by a refund. */
  loss: string;
  seller: string;
  open: boolean;
  onClose: () => void;
}

export function AskSheet({ refund, title, loss, seller, open, onClose }: AskSheetProps) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const { key, isBusy, failure } = useRefundSheet(open, onClose);
  const { saleId, amount, refundsTo, decides, answerDays } = refund;
  const sum = formatMoney(amount);
  const isForSeller = decides === 'creator';
  return (
    <Sheet open={open} onClose={onClose} locked={isBusy} title="Ask for a refund" subtitle={title}>
      <Form className="stack stack--lg" onSubmit={() => dispatch(refundAsked({ saleId, reason: reason.trim(), key }))}>
        <p>
          {isForSeller
            ? `${seller} answers within ${pluralise(answerDays, 'day')}. If they don’t, we’ll decide.`
            : 'We’ll look at it and email you our decision.'}{' '}
          If it’s granted, {sum} goes back to {getPlace(refundsTo, 'your')}. {loss}
        </p>
        <Field label="Reason" hint={isForSeller ? `${seller} will read this.` : undefined}>
          <TextArea
            required
            rows={3}
            maxLength={limits.refundText}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <FormFoot failure={failure}>
          <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Sending">
            Ask for {sum} back
          </Button>
        </FormFoot>
      </Form>
    </Sheet>
  );
}
