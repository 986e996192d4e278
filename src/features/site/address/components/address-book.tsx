import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { Skeleton } from '@/components/basic/skeleton';
import { selectHasExtension, selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  addressDeleted,
  addressFormOpened,
  addressSaved,
  addressesRequested,
  selectAddresses,
  type Address,
} from '../address-feature';
import { listAddressLines } from '../address-lines';
import { AddressForm } from './address-form';
import styles from './address.module.css';

export function AddressBook({ countries }: { countries: { name: string; code: string }[] | undefined }) {
  const dispatch = useAppDispatch();
  const ships = useAppSelector(selectHasPart('orders'));
  const { status, list, error, saving } = useAppSelector(selectAddresses);
  const [open, setOpen] = useState<{ address?: Address } | null>(null);
  // One save at a time, because a second one would be ignored.
  const isSaving = saving.status === 'pending';
  useEffect(() => {
    if (saving.status === 'saved') setOpen(null);
  }, [saving.status]);
  const openForm = (address?: Address) => {
    dispatch(addressFormOpened());
    setOpen({ address });
  };
  if (status === 'failed' && list.length === 0) {
    return (
      <ErrorState
        title="Your addresses did not load"
        text={error?.message}
        onRetry={() => dispatch(addressesRequested())}
      />
    );
  }
  if (status === 'idle' || status === 'pending') return <Skeleton count={4} />;
  return (
    <>
      {list.length === 0 ? (
        <EmptyState
          icon={MapPin}
          title="No addresses yet"
          text={ships ? 'Things you buy are shipped to one of these addresses.' : undefined}
          action={
            <Button variant="primary" icon={Plus} onClick={() => openForm()}>
              Add an address
            </Button>
          }
        />
      ) : (
        <div className="stack">
          <ul className={styles.list}>
            {list.map((address) => (
              <AddressCard
                key={address._id}
                address={address}
                countries={countries}
                isLocked={isSaving}
                onEdit={() => openForm(address)}
              />
            ))}
          </ul>
          <div>
            <Button icon={Plus} disabled={isSaving} onClick={() => openForm()}>
              Add an address
            </Button>
          </div>
        </div>
      )}
      <Sheet
        open={open !== null}
        onClose={() => setOpen(null)}
        locked={isSaving}
        title={open?.address ? 'Edit address' : 'New address'}
      >
        {countries ? <AddressForm address={open?.address} countries={countries} /> : <Skeleton count={4} />}
      </Sheet>
    </>
  );
}

interface AddressCardProps {
  address: Address;
  countries: { name: string; code: string }[] | undefined;
  isLocked: boolean;
  onEdit: () => void;
}

function AddressCard({ address, countries, isLocked, onEdit }: AddressCardProps) {
  const dispatch = useAppDispatch();
  const hasDefault = useAppSelector(selectHasExtension('defaultAddress'));
  const [isAsking, setIsAsking] = useState(false);
  const lines = listAddressLines(address, countries);
  return (
    <li className={styles.card}>
      <address className={styles.lines}>
        <span className="strong">
          {address.name} {address.isDefault && <Badge tone="accent">Default</Badge>}
        </span>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {address.description && <span className="muted sm">{address.description}</span>}
      </address>
      <Menu
        label={`More for ${address.name}, ${address.city || lines.at(-1)}`}
        items={
          [
            { label: 'Change', icon: Pencil, disabled: isLocked, onSelect: onEdit },
            hasDefault && {
              label: 'Make default',
              icon: MapPin,
              disabled: isLocked || address.isDefault,
              onSelect: () => dispatch(addressSaved({ id: address._id })),
            },
            {
              label: 'Delete',
              icon: Trash2,
              tone: 'danger',
              onSelect: () => setIsAsking(true),
            },
          ].filter((item) => item !== false) as MenuItem[]
        }
      />
      <Sheet open={isAsking} onClose={() => setIsAsking(false)} title="Delete this address?">
        <p>{[address.name, ...lines].join(', ')}</p>
        <FormFoot>
          <div className="row row--end row--wrap">
            <Button variant="ghost" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" onClick={() => dispatch(addressDeleted(address._id))}>
              Delete address
            </Button>
          </div>
        </FormFoot>
      </Sheet>
    </li>
  );
}
