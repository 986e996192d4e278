import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Sheet } from '@/components/layout/sheet';
import { pluralise } from '@/lib/format-count';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { changeRequested } from '../order-slice';
import { selectKeepsSteps } from '../order-support';
import { getTracking, isPhysical, listToShip, type Order, type Parcel } from '../order-words';
import { useOrderSheet } from './order-parts';

interface ShipSheetProps {
  /** Parcels to ship; with `isSent`, the single parcel whose tracking code changes. */
  parcels: readonly Parcel[];
  isSent?: boolean;
  open: boolean;
  onClose: () => void;
}

const listSent = (orders: readonly Order[]) =>
  orders.filter((order) => order.deliveryStatus === 'shipping' && isPhysical(order));

export function ShipSheet({ parcels, isSent = false, open, onClose }: ShipSheetProps) {
  const isMany = parcels.length > 1;
  const title = isSent ? 'Change tracking' : isMany ? `Mark ${parcels.length} parcels as shipped` : 'Mark as shipped';
  const sheet = useOrderSheet(open, onClose);
  return (
    <Sheet open={open} onClose={onClose} locked={sheet.isBusy} title={title}>
      <ShipForm parcels={parcels} isSent={isSent} {...sheet} />
    </Sheet>
  );
}

interface ShipFormProps extends ReturnType<typeof useOrderSheet> {
  parcels: readonly Parcel[];
  isSent: boolean;
}

function ShipForm({ parcels, isSent, isBusy, failure }: ShipFormProps) {
  const dispatch = useAppDispatch();
  const keepsSteps = useAppSelector(selectKeepsSteps);
  const [first] = parcels;
  const before = isSent && first ? getTracking(first.orders) : null;
  const [carrier, setCarrier] = useState(before?.carrier ?? '');
  const [codes, setCodes] = useState<Record<string, string>>(first && before ? { [first._id]: before.code } : {});
  const isMany = parcels.length > 1;
  const getBuyer = ({ orders }: Parcel) => getPersonName(orders[0]?.userInfo, 'fan');
  const buyer = first ? getBuyer(first) : '';
  const send = () =>
    dispatch(
      changeRequested({
        steps: parcels.flatMap(({ _id, orders }) =>
          (isSent ? listSent(orders) : listToShip(orders)).map((order) => ({
            kind: 'update' as const,
            id: order._id,
            body: {
              ...(!isSent && { deliveryStatus: 'shipping' as const }),
              shippingCode: (codes[_id] ?? '').trim(),
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
      {keepsSteps && (
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
          key={parcel._id}
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
            value={codes[parcel._id] ?? ''}
            onChange={(event) => setCodes((now) => ({ ...now, [parcel._id]: event.target.value }))}
          />
        </Field>
      ))}
      <FormFoot failure={failure}>
        <div className="stack stack--sm">
          <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Saving">
            {isSent ? 'Save' : 'Mark as shipped'}
          </Button>
          {!isSent && (
            <p className="xs muted">
              After this the address can’t change and {isMany ? 'the buyers' : buyer} can’t cancel.
            </p>
          )}
        </div>
      </FormFoot>
    </Form>
  );
}
