import { getYearlyBounds } from '@contract/money/subscription-bounds';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { Switch } from '@/components/form/switch';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { describeEarningTerms } from '@/lib/earning-terms';
import { getFieldError } from '@/lib/form-error';
import type { ApiFailure } from '@/services/api-error';
import { useAppSelector } from '@/store/hooks';
import type { CreatorAccount, CreatorFields } from './creator-fields';
import { describeBounds, describeTwelveMonths, isOutOfRange, isYearDearer } from './creator-prices';
import styles from './account.module.css';
import { PriceChangeNote } from './price-change-note';

const SUGGESTED_TRIAL_DAYS = '7';

interface CreatorPriceFieldsProps {
  user: CreatorAccount;
  fields: CreatorFields;
  stored: CreatorFields;
  onChange: (part: Partial<CreatorFields>) => void;
  error: ApiFailure | null;
}

export function CreatorPriceFields({ user, fields, stored, onChange, error }: CreatorPriceFieldsProps) {
  const bounds = useAppSelector(selectSettings);
  const yearlyBounds = getYearlyBounds(bounds);
  const monthlyHint = describeBounds(bounds);
  const yearlyHint = describeBounds(yearlyBounds);
  const monthlyError = isOutOfRange(fields.monthly, bounds) ? monthlyHint : getFieldError(error, 'monthlyPrice');
  const yearlyError = isOutOfRange(fields.yearly, yearlyBounds) ? yearlyHint : getFieldError(error, 'yearlyPrice');
  /** A trial of one day, the default of sites, is too short to suggest. */
  const switchTrial = (isFreeSubscription: boolean) => {
    const suggestsDays = isFreeSubscription && !stored.isFreeSubscription && Number(stored.days) <= 1;
    onChange({ isFreeSubscription, days: suggestsDays ? SUGGESTED_TRIAL_DAYS : stored.days });
  };
  return (
    <>
      <div className={styles.pair} id="prices">
        <Field label="Monthly price" hint={monthlyHint} error={monthlyError}>
          <MoneyInput value={fields.monthly} onChange={(monthly) => onChange({ monthly })} />
        </Field>
        <Field
          label="Yearly price"
          hint={isYearDearer(fields) ? <span className={styles.warn}>{describeTwelveMonths(fields)}</span> : yearlyHint}
          error={yearlyError}
        >
          <MoneyInput value={fields.yearly} onChange={(yearly) => onChange({ yearly })} />
        </Field>
      </div>
      {user.earningTerms && <p className="sm muted">{describeEarningTerms(user.earningTerms)}</p>}
      {user.pricesChosen === true && <PriceChangeNote typed={fields} stored={stored} />}
      <Switch
        label="Offer a free trial"
        hint="Once per fan. It ends automatically."
        checked={fields.isFreeSubscription}
        onChange={(event) => switchTrial(event.target.checked)}
      />
      {fields.isFreeSubscription && (
        <div className={styles.pair}>
          <Field label="Days">
            <Input
              type="number"
              min={1}
              max={365}
              value={fields.days}
              onChange={({ target }) => onChange({ days: target.value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
