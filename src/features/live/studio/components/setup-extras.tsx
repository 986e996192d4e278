import { Field } from '@/components/form/field';
import { MoneyInput } from '@/components/form/money-input';
import { Switch } from '@/components/form/switch';
import { selectEarningTerms } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { describeShare } from '@/lib/earning-terms';
import { describeRange } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { SetupProblems } from '../show-setup';
import { setupChanged } from '../studio-slice';
import { selectSetup } from '../studio-state';
import { GoalFields } from './goal-fields';

/** Settings that only our own backend has. */
export function SetupExtras({ problems }: { problems: SetupProblems }) {
  const dispatch = useAppDispatch();
  const setup = useAppSelector(selectSetup);
  const { minMinutePrice, maxMinutePrice } = useAppSelector(selectSettings);
  const terms = useAppSelector(selectEarningTerms);
  return (
    <>
      <GoalFields
        text={setup.goalText}
        amount={setup.goalAmount}
        problems={problems}
        onChange={(goal) => dispatch(setupChanged(goal))}
      />
      {setup.type === 'public' && (
        <>
          <Switch
            label="Private shows"
            hint="One fan alone, paid by the minute. You accept or decline each request."
            checked={setup.takesPrivate}
            onChange={({ target }) => dispatch(setupChanged({ takesPrivate: target.checked }))}
          />
          {setup.takesPrivate && (
            <Field
              label="Private show, price a minute"
              error={problems.privatePrice}
              hint={`${describeRange(minMinutePrice, maxMinutePrice)}${terms ? ` ${describeShare(terms, 'stream')}` : ''}`}
            >
              <MoneyInput
                value={setup.privatePrice}
                onChange={(privatePrice) => dispatch(setupChanged({ privatePrice }))}
              />
            </Field>
          )}
        </>
      )}
      <Switch
        label="Record for a replay"
        hint="It becomes a draft among your videos. You decide who can watch it."
        checked={setup.isRecorded}
        onChange={({ target }) => dispatch(setupChanged({ isRecorded: target.checked }))}
      />
    </>
  );
}
