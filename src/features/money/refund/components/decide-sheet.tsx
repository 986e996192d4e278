import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { limits } from '@contract/base/limits';
import { isRefundOpen } from '@contract/money/refund-state';
import { FileDown, Package } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { Field } from '@/components/form/field';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { Sheet } from '@/components/layout/sheet';
import { SumLines } from '@/components/list/sum-lines';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch } from '@/store/hooks';
import { refundDecided } from '../refund-feature';
import { describeLoss, getPlace, getStateWords, type RefundRequest } from '../refund-words';
import { useRefundSheet } from './use-refund-sheet';

interface DecideSheetProps {
  /** Null while it loads. */
  request: RefundRequest | null;
  /** Shown until the request is there. */
  placeholder?: ReactNode;
  /** Leaves out the link to the order, because its page is open. */
  isOnOrder?: boolean;
  open: boolean;
  onClose: () => void;
}

export function DecideSheet({ request, placeholder, isOnOrder = false, open, onClose }: DecideSheetProps) {
  const { key, isBusy, failure } = useRefundSheet(open, onClose);
  const words = request && getStateWords(request.state, 'creator');
  const fan = getPersonName(request?.userInfo, 'fan');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={isBusy}
      title={request ? `Refund for ${fan}` : 'Refund request'}
      subtitle={
        request &&
        words && (
          <>
            {request.title} <Badge tone={words.tone}>{words.text}</Badge>
          </>
        )
      }
    >
      {request ? (
        <div className="stack stack--lg">
          <p>
            {fan} asked on <Day value={request.createdAt} />: “{request.reason}”
          </p>
          <GoodsState request={request} fan={fan} isOnOrder={isOnOrder} />
          {isRefundOpen(request.state) ? (
            <Decision key={request._id} request={request} fan={fan} pressKey={key} isBusy={isBusy} failure={failure} />
          ) : (
            request.answer && (
              <p>
                {request.decidedBy === 'operator' ? 'We' : 'You'} answered: “{request.answer}”
              </p>
            )
          )}
        </div>
      ) : (
        placeholder
      )}
    </Sheet>
  );
}

interface GoodsStateProps {
  request: RefundRequest;
  fan: string;
  isOnOrder: boolean;
}

/** How far the goods are, for requests about an order. */
function GoodsState({ request: { orderId, order }, fan, isOnOrder }: GoodsStateProps) {
  if (!order || !orderId) return null;
  const name = `Order ${order.orderNumber}`;
  return (
    <Note icon={order.productType === 'digital' ? FileDown : Package}>
      {isOnOrder ? (
        name
      ) : (
        <Link className="link" href={paths.sale(orderId)}>
          {name}
        </Link>
      )}{' '}
      {describeGoods(order, fan)}
    </Note>
  );
}

/** Continues a sentence that begins with the order. */
function describeGoods(
  { deliveryStatus, productType, downloads }: NonNullable<RefundRequest['order']>,
  fan: string,
): string {
  if (deliveryStatus === 'refunded') return 'is refunded.';
  if (productType === 'digital')
    return `is a download. ${fan} ${downloads > 0 ? `downloaded it ${pluralise(downloads, 'time')}` : 'hasn’t downloaded it yet'}.`;
  if (deliveryStatus === 'processing') return 'hasn’t shipped yet.';
  return deliveryStatus === 'shipping'
    ? 'is on its way. It may not come back.'
    : 'was delivered. It may not come back.';
}

/** Says how a refund changes the stock, exactly if the request names the order. */
function describeStock({ kind, order }: RefundRequest): string {
  if (kind !== 'product' || order?.productType === 'digital') return '';
  if (order?.deliveryStatus === 'processing') return ' It goes back into your stock.';
  return ' Goods go back into your stock: lower it if they do not come back.';
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
  const { amount, takes, refundsTo, kind, order, state } = request;
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
        {describeLoss(kind, fan, order?.productType === 'digital')}
        {describeStock(request)}
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
