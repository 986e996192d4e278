import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Icon } from '@/components/basic/icon';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { Select } from '@/components/form/select';
import { referenceRequested, selectReference } from '@/features/site/reference/reference-slice';
import { getCountryName } from '@/lib/display-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { selectKeepsDelivery } from '../product-studio';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

export function DeliveryFields({ problems }: { problems: DraftProblems }) {
  const [{ goods }] = useDraft();
  const isKept = useAppSelector(selectKeepsDelivery);
  if (!isKept) return null;
  return (
    <section className={styles.section} aria-labelledby="delivery-title">
      <h2 id="delivery-title">{goods === 'digital' ? 'Downloads' : 'Shipping'}</h2>
      {goods === 'digital' ? (
        <DownloadFields problem={problems.delivery} />
      ) : (
        <ShippingFields problem={problems.delivery} />
      )}
    </section>
  );
}

function DownloadFields({ problem }: { problem: string | undefined }) {
  const [draft, change] = useDraft();
  return (
    <div className={styles.pair}>
      <Field
        id={controlIds.delivery}
        label="Downloads"
        optional
        hint="For each buyer. Empty: as many as they like."
        error={problem}
      >
        <Input
          inputMode="numeric"
          maxLength={4}
          value={draft.downloadLimit}
          onChange={(event) => change({ downloadLimit: event.target.value })}
        />
      </Field>
      <Field label="For how many days" optional hint="Empty: for as long as it’s there.">
        <Input
          inputMode="numeric"
          maxLength={3}
          value={draft.downloadDays}
          onChange={(event) => change({ downloadDays: event.target.value })}
        />
      </Field>
    </div>
  );
}

function ShippingFields({ problem }: { problem: string | undefined }) {
  const [draft, change] = useDraft();
  return (
    <>
      <Field
        id={controlIds.delivery}
        label="Shipping cost"
        optional
        hint="Once for a parcel, however much is in it. Empty: free shipping."
        error={problem}
      >
        <MoneyInput value={draft.shippingPrice} onChange={(shippingPrice) => change({ shippingPrice })} />
      </Field>
      <div className={styles.pair}>
        <Field label="Days to pack" optional>
          <Input
            inputMode="numeric"
            maxLength={3}
            value={draft.packDays}
            onChange={(event) => change({ packDays: event.target.value })}
          />
        </Field>
        <Field label="Days on the way" optional>
          <Input
            inputMode="numeric"
            maxLength={3}
            value={draft.deliverDays}
            onChange={(event) => change({ deliverDays: event.target.value })}
          />
        </Field>
      </div>
      <Countries />
    </>
  );
}

function Countries() {
  const dispatch = useAppDispatch();
  const [{ shipsTo }, change] = useDraft();
  const countries = useAppSelector(selectReference('countries')) ?? [];
  useEffect(() => void dispatch(referenceRequested(['countries'])), [dispatch]);
  const nameOf = (wanted: string) => countries.find(({ code }) => code === wanted)?.name ?? getCountryName(wanted);
  return (
    <div className="stack stack--sm">
      <Field label="Countries" optional hint={shipsTo.length === 0 ? 'None chosen: it ships everywhere.' : undefined}>
        <Select
          placeholder="Add a country"
          options={countries
            .filter(({ code }) => !shipsTo.includes(code))
            .map(({ code, name }) => ({ value: code, label: name }))}
          value=""
          onChange={({ target: { value } }) => {
            if (value) change({ shipsTo: [...shipsTo, value] });
          }}
        />
      </Field>
      {shipsTo.length > 0 && (
        <ul className={styles.pills} aria-label="Ships to">
          {shipsTo.map((code) => (
            <li key={code}>
              <button
                type="button"
                className={styles.pill}
                aria-label={`Remove ${nameOf(code)}`}
                onClick={() => change({ shipsTo: shipsTo.filter((one) => one !== code) })}
              >
                {nameOf(code)}
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
