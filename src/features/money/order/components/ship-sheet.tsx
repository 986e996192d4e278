import { Undo2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { Check } from '@/components/form/check';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Sheet } from '@/components/layout/sheet';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { changeRequested } from '../order-slice';
import { selectKeepsSteps } from '../order-support';
import {
  getOpenRefund,
  getOrderName,
  getTracking,
  isPhysical,
  listToShip,
  type Order,
  type Parcel,
} from '../order-words';
import { useOrderSheet } from './order-parts';

interface ShipSheetProps {
  /** Parcels to ship; with `isSent`, the single parcel whose tracking code changes. */
  parcels: readonly Parcel[];
  isSent?: boolean;
  open: boolean;
  onClose: () => void;
  /** Opens the refund request for a sale; without it, the sheet links to the order. */
  onAnswer?: (transactionId: string) => void;
}

/** The last order, because the first ones of a parcel may be shipped already, and not listed any more. */
const getKey = ({ orders }: Parcel) => orders.at(-1)?._id ?? '';

const listSent = (orders: readonly Order[]) =>
  orders.filter((order) => order.deliveryStatus === 'shipping' && isPhysical(order));

export function ShipSheet({ parcels, isSent = false, open, onClose, onAnswer }: ShipSheetProps) {
  const isMany = parcels.length > 1;
  const title = isSent ? 'Change tracking' : isMany ? `Mark ${parcels.length} parcels as shipped` : 'Mark as shipped';
  const sheet = useOrderSheet(open, onClose);
  return (
    <Sheet open={open} onClose={onClose} locked={sheet.isBusy} title={title}>
      <ShipForm parcels={parcels} isSent={isSent} onAnswer={onAnswer} {...sheet} />
    </Sheet>
  );
}

interface ShipFormProps extends ReturnType<typeof useOrderSheet> {
  parcels: readonly Parcel[];
  isSent: boolean;
  onAnswer: ShipSheetProps['onAnswer'];
}

function ShipForm({ parcels: all, isSent, onAnswer, isBusy, failure }: ShipFormProps) {
  const dispatch = useAppDispatch();
  const keepsSteps = useAppSelector(selectKeepsSteps);
  const [isAnyway, setIsAnyway] = useState(false);
  const asked = isSent ? [] : all.flatMap(({ orders }) => listToShip(orders).filter(getOpenRefund));
  const listChanged = (orders: readonly Order[]) =>
    isSent ? listSent(orders) : listToShip(orders).filter((order) => isAnyway || !asked.includes(order));
  const parcels = all.filter(({ orders }) => listChanged(orders).length > 0);
  const [first] = parcels;
  const before = isSent && first ? getTracking(first.orders) : null;
  const [carrier, setCarrier] = useState(before?.carrier ?? '');
  const [codes, setCodes] = useState<Record<string, string>>(first && before ? { [getKey(first)]: before.code } : {});
  const isMany = parcels.length > 1;
  const getBuyer = ({ orders }: Parcel) => getPersonName(orders[0]?.userInfo, 'fan');
  const buyer = first ? getBuyer(first) : '';
  const send = () =>
    dispatch(
      changeRequested({
        steps: parcels.flatMap((parcel) =>
          listChanged(parcel.orders).map((order) => ({
            kind: 'update' as const,
            id: order._id,
            body: {
              ...(!isSent && { deliveryStatus: 'shipping' as const }),
              shippingCode: (codes[getKey(parcel)] ?? '').trim(),
              ...(keepsSteps && { carrier: carrier.trim() }),
            },
          })),
        ),
        done: isSent
          ? 'Tracking changed'
          : `${isMany ? pluralise(parcels.length, 'parcel') : 'Order'} marked as shipped`,
      }),
    );
  return (
    <Form onSubmit={send}>
      {asked.length > 0 && (
        <>
          <AskedNote orders={asked} isSeveral={all.flatMap(({ orders }) => orders).length > 1} onAnswer={onAnswer} />
          <Check
            label={asked.length === 1 ? 'Ship it anyway' : 'Ship them anyway'}
            checked={isAnyway}
            onChange={(event) => setIsAnyway(event.target.checked)}
          />
        </>
      )}
      {keepsSteps && first && (
        <Field label="Carrier" optional>
          <Input
            maxLength={60}
            autoComplete="off"
            value={carrier}
            onChange={(event) => setCarrier(event.target.value)}
          />
        </Field>
      )}
      {parcels.map((parcel) => (
        <Field
          key={getKey(parcel)}
          label={
            isMany ? `Tracking code for ${getBuyer(parcel)}, order ${parcel.orders[0]?.orderNumber}` : 'Tracking code'
          }
          // Compatible backends require a tracking code. Wire contract 2.12.
          optional={keepsSteps}
          hint={isMany ? undefined : `${buyer} sees it in the order${isSent ? '' : ' and in an email'}.`}
        >
          <Input
            maxLength={100}
            autoComplete="off"
            required={!keepsSteps}
            value={codes[getKey(parcel)] ?? ''}
            onChange={(event) => setCodes((now) => ({ ...now, [getKey(parcel)]: event.target.value }))}
          />
        </Field>
      ))}
      <FormFoot failure={failure}>
        <div className="stack stack--sm">
          <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Saving" disabled={!first}>
            {isSent ? 'Save' : first ? 'Mark as shipped' : 'Nothing to ship'}
          </Button>
          {!isSent && first && (
            <p className="xs muted">
              After this the address can’t change and {isMany ? 'the buyers' : buyer} can’t cancel.
            </p>
          )}
        </div>
      </FormFoot>
    </Form>
  );
}

interface AskedNoteProps {
  orders: readonly Order[];
  isSeveral: boolean;
  onAnswer: ShipSheetProps['onAnswer'];
}

/** Names the orders that stay behind unless the seller ships them anyway. */
function AskedNote({ orders, isSeveral, onAnswer }: AskedNoteProps) {
  return (
    <Note icon={Undo2} tone="warn">
      {orders.map((order) => (
        <p key={order._id}>
          {getPersonName(order.userInfo, 'fan')} asked for a refund
          {isSeveral && ` of ${getOrderName(order)}, order ${order.orderNumber},`} on{' '}
          <Day value={order.refundRequest?.createdAt} />.{' '}
          {onAnswer ? (
            <button type="button" className="link" onClick={() => onAnswer(order.transactionId)}>
              Answer request
            </button>
          ) : (
            <Link className="link" href={paths.sale(order._id)}>
              View order
            </Link>
          )}
        </p>
      ))}
      <p>If you ship now and refund later, the goods may not come back.</p>
    </Note>
  );
}
