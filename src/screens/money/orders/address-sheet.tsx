import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { ChoiceCard } from '@/components/form/choice-card';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { ErrorState } from '@/components/states/error-state';
import { useOrderSheet } from '@/features/money/order/components/order-parts';
import { changeRequested } from '@/features/money/order/order-slice';
import { getParcelOf, listToShip, type OrderDetails } from '@/features/money/order/order-words';
import { AddressForm } from '@/features/site/address/components/address-form';
import { addressFormOpened, addressesRequested, selectAddresses } from '@/features/site/address/address-feature';
import { listAddressLines } from '@/features/site/address/address-lines';
import { referenceRequested, selectReference } from '@/features/site/reference/reference-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

interface AddressSheetProps {
  order: OrderDetails;
  open: boolean;
  onClose: () => void;
}

export function AddressSheet({ order, open, onClose }: AddressSheetProps) {
  const dispatch = useAppDispatch();
  const { isBusy, failure } = useOrderSheet(open, onClose);
  const { list, status, error, saving } = useAppSelector(selectAddresses);
  const countries = useAppSelector(selectReference('countries'));
  const [chosen, setChosen] = useState<string | null>(null);
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (!open) return;
    setIsNew(false);
    dispatch(addressesRequested());
    dispatch(referenceRequested(['countries']));
  }, [dispatch, open]);
  useEffect(() => {
    if (saving.status === 'saved') setIsNew(false);
  }, [saving.status]);
  const address = list.find(({ _id }) => _id === (chosen ?? order.deliveryAddressId));
  const openForm = () => {
    dispatch(addressFormOpened());
    setIsNew(true);
  };
  const change = () => {
    // For one order, the server also changes the others of its parcel.
    const [first] = listToShip(getParcelOf(order).orders);
    if (!first || !address) return;
    dispatch(
      changeRequested({
        steps: [{ kind: 'address', id: first._id, deliveryAddressId: address._id }],
        done: 'Address changed',
      }),
    );
  };
  const isForm = isNew || (status === 'ready' && list.length === 0);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={isBusy || saving.status === 'pending'}
      title={isForm ? 'New address' : 'Where should it go?'}
      subtitle={isForm ? undefined : `Order ${order.orderNumber}`}
    >
      {isForm ? (
        countries ? (
          <AddressForm countries={countries} />
        ) : (
          <Skeleton count={4} />
        )
      ) : status === 'failed' && list.length === 0 ? (
        <ErrorState
          title="Your addresses did not load"
          text={error?.message}
          onRetry={() => dispatch(addressesRequested())}
        />
      ) : status !== 'ready' && list.length === 0 ? (
        <Skeleton count={4} />
      ) : (
        <>
          <div className="stack stack--sm" role="radiogroup" aria-label="Address">
            {list.map((one) => (
              <ChoiceCard
                key={one._id}
                name="deliver-to"
                label={one.name}
                hint={listAddressLines(one, countries).join(', ')}
                checked={one._id === address?._id}
                onChange={() => setChosen(one._id)}
              />
            ))}
          </div>
          <div>
            <Button icon={Plus} size="sm" onClick={openForm}>
              Add an address
            </Button>
          </div>
          <FormFoot failure={failure}>
            <Button
              variant="primary"
              size="lg"
              block
              busy={isBusy}
              busyLabel="Saving"
              disabled={!address || address._id === order.deliveryAddressId}
              onClick={change}
            >
              Send it there
            </Button>
            <p className="xs muted">The price stays the same. The creator sees the new address at once.</p>
          </FormFoot>
        </>
      )}
    </Sheet>
  );
}
