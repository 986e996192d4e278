import { Ban, Mail, Package, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon, type Glyph } from '@/components/basic/icon';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { Sheet } from '@/components/layout/sheet';
import { SumLines } from '@/components/list/sum-lines';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { changeRequested, selectOpenedOrder } from '../order-slice';
import { selectKeepsSteps } from '../order-support';
import { getRefundPlace, getSums, isPhysical, listToShip, type Order, type OrderDetails } from '../order-words';
import { OrderPicks, useOrderSheet, usePickedOrders } from './order-parts';
import styles from './order.module.css';

const MAX_REASON_LENGTH = 500;

interface RefundSheetProps {
  orders: readonly Order[];
  paidWith: OrderDetails['paidWith'];
  buyer: string;
  open: boolean;
  onClose: () => void;
}

export function RefundSheet({ orders, paidWith, buyer, open, onClose }: RefundSheetProps) {
  const dispatch = useAppDispatch();
  const { isBusy, failure } = useOrderSheet(open, onClose);
  const keepsReason = useAppSelector(selectKeepsSteps);
  const { picked, picks } = usePickedOrders(orders);
  const [reason, setReason] = useState('');
  const { total } = getSums(picked);
  const place = getRefundPlace(paidWith, 'their');
  const refund = () =>
    dispatch(
      changeRequested({
        steps: picked.map(({ _id }) => ({
          kind: 'update',
          id: _id,
          body: { deliveryStatus: 'refunded', ...(keepsReason && reason.trim() && { reason: reason.trim() }) },
        })),
        done: `${formatMoney(total)} went back to ${buyer}`,
      }),
    );
  return (
    <Sheet open={open} onClose={onClose} locked={isBusy} title="Refund this order?">
      <Form onSubmit={refund}>
        <OrderPicks legend="What to refund" {...picks} />
        <RefundBill orders={picked} label={`${buyer} gets, to ${place}`} />
        <ul className={styles.effects}>
          {listEffects(picked, { buyer, returnsStock: keepsReason }).map(({ icon, text }) => (
            <li key={text}>
              <Icon of={icon} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        {keepsReason && (
          <Field label="Reason" optional hint={`${buyer} reads this in the order and by email.`}>
            <TextArea
              rows={2}
              maxLength={MAX_REASON_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <FormFoot failure={failure}>
          <div className="stack stack--sm">
            <Button
              type="submit"
              variant="danger"
              size="lg"
              block
              busy={isBusy}
              busyLabel="Refunding"
              disabled={picked.length === 0}
            >
              {picked.length === 0 ? 'Choose what to refund' : `Refund ${formatMoney(total)}`}
            </Button>
            <p className="xs muted center">This can’t be undone.</p>
          </div>
        </FormFoot>
      </Form>
    </Sheet>
  );
}

/** Lines of the refund: the creator pays back their income, the site its commission and the tax. */
function RefundBill({ orders, label }: { orders: readonly Order[]; label: string }) {
  const { income } = useAppSelector(selectOpenedOrder);
  const { tax, total } = getSums(orders);
  const earned = orders.map(({ transactionId }) => income[transactionId]);
  const own = earned.every((one) => one !== undefined) ? earned.reduce((sum, one) => sum + one, 0) : null;
  const commission = own === null ? 0 : total - tax - own;
  return (
    <SumLines
      lines={[
        { label: 'From your earnings', amount: own === null ? 'What you earned on it' : formatMoney(own) },
        ...(commission > 0 ? [{ label: 'Commission we return', amount: formatMoney(commission) }] : []),
        ...(tax > 0 ? [{ label: 'Tax we return', amount: formatMoney(tax) }] : []),
      ]}
      total={{ label, amount: formatMoney(total) }}
    />
  );
}

interface Effects {
  buyer: string;
  /** Whether the refund returns the products to stock; known only for our own backend. */
  returnsStock: boolean;
}

function listEffects(orders: readonly Order[], { buyer, returnsStock }: Effects): { icon: Glyph; text: string }[] {
  const goods = orders.filter(isPhysical);
  const pieces = countPieces(goods);
  const sent = pieces - countPieces(listToShip(goods));
  const files = orders.filter((order) => !isPhysical(order)).length;
  return [
    ...(pieces > 0 && returnsStock
      ? [{ icon: Undo2, text: `${pluralise(pieces, 'piece goes', 'pieces go')} back into your stock.` }]
      : []),
    ...(sent > 0 && returnsStock ? [{ icon: Package, text: describeSent(sent) }] : []),
    ...(files > 0
      ? [{ icon: Ban, text: `${buyer} can no longer download ${files === 1 ? 'the file' : 'the files'}.` }]
      : []),
    { icon: Mail, text: `${buyer} gets an email about it.` },
  ];
}

const countPieces = (orders: readonly Order[]): number => orders.reduce((sum, { quantity }) => sum + quantity, 0);

const describeSent = (pieces: number): string =>
  pieces === 1
    ? '1 piece was sent. Lower your stock if it does not come back.'
    : `${pieces} pieces were sent. Lower your stock if they do not come back.`;
