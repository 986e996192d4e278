import { ChoiceCard } from '@/components/form/choice-card';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { audienceLabels, type Audience } from '@/lib/audience';
import { describeRange, formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

const audiences: { value: Audience; hint: string }[] = [
  { value: 'subscribers', hint: 'At no extra cost' },
  { value: 'sale', hint: 'Anyone can buy it once and keep it' },
  { value: 'free', hint: 'Everyone with a subscription to the site' },
  { value: 'everyone', hint: 'Everyone, even without an account' },
];

export function AudienceChoice({ problems }: { problems: DraftProblems }) {
  const [draft, change] = useDraft();
  const { minimumPpvPrice, maximumPpvPrice } = useAppSelector(selectSettings);
  const isSale = draft.audience === 'sale';
  const isLocked = draft.audience !== 'everyone';
  const hasMembers = useAppSelector(selectHasExtension('siteMembers'));
  // Items other than posts have a public description instead.
  const keepsDetails = useAppSelector(selectHasExtension('postDetails')) && draft.kind === 'feed';
  // A stored item keeps its audience selectable, even if the site no longer offers it.
  const offered = audiences.filter(({ value }) => value !== 'free' || hasMembers || draft.audience === 'free');
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>Who can see it</legend>
        {offered.map(({ value, hint }) => (
          <ChoiceCard
            key={value}
            name="audience"
            label={audienceLabels[value]}
            // While another audience is chosen, a typed price is kept and shown. Promises M-23.
            hint={
              value === 'sale' && !isSale && Number(draft.price) > 0
                ? `Anyone can buy it once for ${formatMoney(Number(draft.price))}`
                : hint
            }
            value={value}
            checked={draft.audience === value}
            onChange={() => change({ audience: value })}
          />
        ))}
      </fieldset>
      {(isSale || (isLocked && keepsDetails && draft.files.length > 0)) && (
        <div className={styles.pair}>
          {isSale && (
            <Field
              id={controlIds.price}
              label="Price"
              error={problems.price}
              hint={describeRange(minimumPpvPrice, maximumPpvPrice)}
            >
              <MoneyInput value={draft.price} onChange={(price) => change({ price })} />
            </Field>
          )}
          {keepsDetails && (
            <Field
              id={controlIds.tagline}
              label="What is inside"
              error={problems.tagline}
              hint="Shown on the locked post. Be specific."
              optional={!isSale}
            >
              <Input
                value={draft.tagline}
                maxLength={200}
                onChange={(event) => change({ tagline: event.target.value })}
              />
            </Field>
          )}
        </div>
      )}
    </>
  );
}
