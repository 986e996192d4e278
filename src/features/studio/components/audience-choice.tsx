import { ChoiceCard } from '@/components/choice-card';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { MoneyInput } from '@/components/money-input';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { Audience } from '../draft';
import type { DraftProblems } from '../draft-problems';
import { draftChanged, selectDraft } from '../studio-slice';
import { controlIds } from './control-ids';
import styles from './composer.module.css';

const audiences: { value: Audience; label: string; hint: string }[] = [
  { value: 'subscribers', label: 'Subscribers', hint: 'At no extra cost' },
  { value: 'sale', label: 'For sale', hint: 'Anyone can buy it once and keep it' },
  { value: 'free', label: 'Free', hint: 'Everyone with a site subscription' },
  { value: 'everyone', label: 'Everyone', hint: 'Also people without an account' },
];

/** Who may see the post, what it costs, and what its locked card says. */
export function AudienceChoice({ problems }: { problems: DraftProblems }) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const { maximumPpvPrice } = useAppSelector(selectSettings);
  const isSale = draft.audience === 'sale';
  const isLocked = draft.audience !== 'everyone';
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>Who can see it</legend>
        {audiences.map(({ value, label, hint }) => (
          <ChoiceCard
            key={value}
            name="audience"
            label={label}
            hint={hint}
            value={value}
            checked={draft.audience === value}
            onChange={() => dispatch(draftChanged({ audience: value }))}
          />
        ))}
      </fieldset>
      {(isSale || (isLocked && draft.files.length > 0)) && (
        <div className={styles.pair}>
          {isSale && (
            <Field
              id={controlIds.price}
              label="Price"
              error={problems.price}
              hint={`Up to ${formatMoney(maximumPpvPrice)}.`}
            >
              <MoneyInput value={draft.price} onChange={(price) => dispatch(draftChanged({ price }))} />
            </Field>
          )}
          <Field
            id={controlIds.tagline}
            label="What is inside"
            error={problems.tagline}
            hint="Shown on the locked card. Be exact."
            optional={!isSale}
          >
            <Input
              value={draft.tagline}
              maxLength={200}
              onChange={(event) => dispatch(draftChanged({ tagline: event.target.value }))}
            />
          </Field>
        </div>
      )}
    </>
  );
}
