import { MapPin, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Problem } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { ChoiceCard } from '@/components/form/choice-card';
import { ErrorState } from '@/components/states/error-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { addressFormOpened, addressesRequested, selectAddresses, type Address } from '../address-feature';
import { findCountry, listAddressLines } from '../address-lines';
import { AddressForm } from './address-form';
import styles from './address.module.css';

interface ChosenAddress {
  id: string;
  /** ISO 3166 alpha-2; null for a country that the backend's list lacks. */
  countryCode: string | null;
  country: string;
}

interface AddressChoiceProps {
  countries: { name: string; code: string }[] | undefined;
  chosenId: string | undefined;
  /** Also called with the preselected address, and with null if there is none. */
  onChoose(address: ChosenAddress | null): void;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  problem?: string | undefined;
}

export function AddressChoice({ countries, chosenId, onChoose, isOpen, onOpenChange, problem }: AddressChoiceProps) {
  const dispatch = useAppDispatch();
  const { status, list, error, saving } = useAppSelector(selectAddresses);
  /** Ids of the addresses when the form was opened, to find the new one afterwards. */
  const [known, setKnown] = useState<string[] | null>(null);
  useEffect(() => void dispatch(addressesRequested()), [dispatch]);
  const chosen = list.find(({ _id }) => _id === chosenId);
  const isAdding = known !== null || list.length === 0;

  const choose = (address: Address) => {
    const found = findCountry(address, countries);
    onChoose({
      id: address._id,
      countryCode: address.countryCode ?? found?.code ?? null,
      country: found?.name ?? address.country,
    });
  };
  const openForm = () => {
    dispatch(addressFormOpened());
    setKnown(list.map(({ _id }) => _id));
  };
  const begin = useEffectEvent((addresses: Address[]) => {
    const added = known && addresses.find(({ _id }) => !known.includes(_id));
    const first = added ?? (chosen ? null : (addresses.find((one) => one.isDefault) ?? addresses[0]));
    if (first) choose(first);
    if (added) setKnown(null);
    if (first) onOpenChange(false);
    if (addresses.length > 0) return;
    onChoose(null);
    openForm();
    onOpenChange(true);
  });
  const isReady = status === 'ready' && countries !== undefined;
  useEffect(() => {
    if (isReady) begin(list);
  }, [isReady, list]);

  if (status === 'failed' && list.length === 0) {
    return (
      <ErrorState
        title="Your addresses did not load"
        text={error?.message}
        onRetry={() => dispatch(addressesRequested())}
      />
    );
  }
  if (!isReady) return <Skeleton count={2} />;
  if (!isOpen && chosen) {
    return (
      <div className="stack">
        <div className={styles.chosen}>
          <Icon of={MapPin} />
          <address className={styles.lines}>
            <span className="strong">{chosen.name}</span>
            <span className="sm ink-2">{listAddressLines(chosen, countries).join(', ')}</span>
          </address>
          <Button variant="ghost" size="sm" aria-label="Change the delivery address" onClick={() => onOpenChange(true)}>
            Change
          </Button>
        </div>
        <Problem>{problem}</Problem>
      </div>
    );
  }
  return (
    <section className="stack" aria-label="Delivery address">
      <h3>{isAdding ? 'Where should it go?' : 'Delivery address'}</h3>
      {isAdding ? (
        <>
          <AddressForm countries={countries} />
          {list.length > 0 && saving.status !== 'pending' && (
            <Button variant="ghost" size="sm" block onClick={() => setKnown(null)}>
              Use a saved address
            </Button>
          )}
        </>
      ) : (
        <>
          <div className="stack stack--sm" role="radiogroup" aria-label="Saved addresses">
            {list.map((address) => (
              <ChoiceCard
                key={address._id}
                name="delivery-address"
                label={address.name}
                hint={listAddressLines(address, countries).join(', ')}
                checked={address._id === chosenId}
                onChange={() => choose(address)}
              />
            ))}
          </div>
          <Button variant="ghost" size="sm" block icon={Plus} onClick={openForm}>
            Add an address
          </Button>
          <Button variant="primary" size="lg" block disabled={!chosen} onClick={() => onOpenChange(false)}>
            Use this address
          </Button>
        </>
      )}
    </section>
  );
}
