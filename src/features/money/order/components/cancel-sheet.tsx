import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { SumLines } from '@/components/list/sum-lines';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { changeRequested } from '../order-slice';
import { getRefundPlace, getSums, type Order, type OrderDetails } from '../order-words';
import { OrderPicks, useOrderSheet, usePickedOrders } from './order-parts';

interface CancelSheetProps {
  orders: readonly Order[];
  paidWith: OrderDetails['paidWith'];
  /** Whether the parcel also has files, which are not canceled. */
  hasFiles: boolean;
  open: boolean;
  onClose: () => void;
}

export function CancelSheet({ orders, paidWith, hasFiles, open, onClose }: CancelSheetProps) {
  const dispatch = useAppDispatch();
  const { isBusy, failure } = useOrderSheet(open, onClose);
  const { picked, picks } = usePickedOrders(orders);
  const { goods, shipping, tax, total } = getSums(picked);
  const place = getRefundPlace(paidWith, 'your');
  const cancel = () =>
    dispatch(
      changeRequested({
        steps: picked.map(({ _id }) => ({ kind: 'cancel', id: _id })),
        done: `Cancelled. ${formatMoney(total)} went back to ${place}.`,
      }),
    );
  return (
    <Sheet open={open} onClose={onClose} locked={isBusy} title="Cancel this order?">
      <OrderPicks legend="What to cancel" {...picks} />
      <SumLines
        lines={[
          { label: 'Items', amount: formatMoney(goods) },
          ...(shipping ? [{ label: 'Shipping', amount: formatMoney(shipping) }] : []),
          ...(tax > 0 ? [{ label: 'Tax', amount: formatMoney(tax) }] : []),
        ]}
        total={{ label: `Back to ${place}`, amount: formatMoney(total) }}
      />
      <p className="sm ink-2">
        It won’t be sent. This can’t be undone, but you can order again.
        {hasFiles && ' Files that came with it stay yours.'}
      </p>
      <FormFoot failure={failure}>
        <div className="stack stack--sm">
          <Button
            variant="danger"
            size="lg"
            block
            busy={isBusy}
            busyLabel="Cancelling"
            disabled={picked.length === 0}
            onClick={cancel}
          >
            {picked.length === 0 ? 'Choose what to cancel' : `Cancel and get ${formatMoney(total)} back`}
          </Button>
          <Button block disabled={isBusy} onClick={onClose}>
            Keep the order
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
