import { ChoiceCard } from '@/components/form/choice-card';
import { Field } from '@/components/form/field';
import { MoneyInput } from '@/components/form/money-input';
import { Segmented } from '@/components/form/segmented';
import { Select } from '@/components/form/select';
import { selectEarningTerms } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { describeShare } from '@/lib/earning-terms';
import { describeRange } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getTicket, hasOthers, type SetupProblems } from '../show-setup';
import { setupChanged } from '../studio-slice';
import { selectKeepsShows, selectSetup } from '../studio-state';
import styles from './studio.module.css';

const audiences = [
  { value: 'everyone', label: 'Everyone', hint: 'Also without an account' },
  { value: 'followers', label: 'Followers and subscribers', hint: 'Following is free' },
  { value: 'subscribers', label: 'Subscribers', hint: 'Included in their subscription' },
] as const;

/** Compatible backends only have shows for subscribers. */
export function SetupAudience({ problems }: { problems: SetupProblems }) {
  const dispatch = useAppDispatch();
  const setup = useAppSelector(selectSetup);
  const keepsShows = useAppSelector(selectKeepsShows);
  const { minMinutePrice, maxMinutePrice } = useAppSelector(selectSettings);
  const isGroup = keepsShows && setup.type === 'group';
  return (
    <>
      {keepsShows && (
        <Segmented
          label="Kind of show"
          options={[
            { value: 'public', label: 'Show' },
            { value: 'group', label: 'Group, by the minute' },
          ]}
          value={setup.type}
          onChange={(type) => dispatch(setupChanged({ type }))}
        />
      )}
      {keepsShows && (
        <fieldset className="stack stack--sm">
          <legend className={styles.legend}>{isGroup ? 'Who can join' : 'Who can watch'}</legend>
          {audiences.map(({ value, label, hint }) => (
            <ChoiceCard
              key={value}
              name="audience"
              label={label}
              hint={isGroup && value === 'everyone' ? 'Everyone with an account' : hint}
              checked={setup.audience === value}
              onChange={() => dispatch(setupChanged({ audience: value }))}
            />
          ))}
        </fieldset>
      )}
      {isGroup ? (
        <Field
          label="Price a minute"
          error={problems.groupPrice}
          hint={`For each member. ${describeRange(minMinutePrice, maxMinutePrice)}`}
        >
          <MoneyInput value={setup.groupPrice} onChange={(groupPrice) => dispatch(setupChanged({ groupPrice }))} />
        </Field>
      ) : (
        <Ticket problems={problems} />
      )}
    </>
  );
}

function Ticket({ problems }: { problems: SetupProblems }) {
  const dispatch = useAppDispatch();
  const setup = useAppSelector(selectSetup);
  const keepsShows = useAppSelector(selectKeepsShows);
  const { minimumPpvPrice, maximumPpvPrice } = useAppSelector(selectSettings);
  const terms = useAppSelector(selectEarningTerms);
  const ticket = getTicket(setup, { keepsShows });
  const share = terms ? ` ${describeShare(terms, 'stream')}` : '';
  const options = [
    { value: 'none', label: 'No ticket' },
    {
      value: 'audience',
      label: keepsShows && hasOthers(setup) ? 'All of them need a ticket' : 'Everyone needs a ticket',
    },
    ...(keepsShows && hasOthers(setup) ? [{ value: 'others', label: 'Others can buy a ticket' }] : []),
  ];
  return (
    <div className={styles.pair}>
      <Field
        label="Ticket"
        hint={ticket === 'none' ? undefined : 'For this show only. Refunded if you stop within 5 minutes.'}
      >
        <Select
          options={options}
          value={ticket}
          onChange={({ target: { value } }) =>
            dispatch(setupChanged({ ticket: value === 'audience' || value === 'others' ? value : 'none' }))
          }
        />
      </Field>
      {ticket !== 'none' && (
        <Field
          label="Ticket price"
          error={problems.price}
          hint={`${describeRange(minimumPpvPrice, maximumPpvPrice)}${share}`}
        >
          <MoneyInput value={setup.price} onChange={(price) => dispatch(setupChanged({ price }))} />
        </Field>
      )}
    </div>
  );
}
