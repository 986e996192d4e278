import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { TextArea } from '@/components/form/text-area';
import { Sheet } from '@/components/layout/sheet';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { describeRange } from '@/lib/format-money';
import type { ApiFailure } from '@/services/api-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { findGoalProblems, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, toGoal, toWords } from '../show-setup';
import { showEditRequested } from '../studio-slice';
import { selectKeepsShows, selectStudio, type Show } from '../studio-state';
import { useEditSheet } from '../use-edit-sheet';
import { GoalFields } from './goal-fields';

interface ShowEditSheetProps {
  show: Show;
  open: boolean;
  onClose: () => void;
}

export function ShowEditSheet({ show, open, onClose }: ShowEditSheetProps) {
  const { status, error } = useEditSheet('show', open);
  return (
    <Sheet open={open} onClose={onClose} locked={status === 'pending'} title="Edit your show">
      <EditForm show={show} failure={error} onDone={onClose} />
    </Sheet>
  );
}

const toText = (sum: number | null | undefined) => (sum ? String(sum) : '');

interface EditFormProps {
  show: Show;
  failure: ApiFailure | null;
  onDone: () => void;
}

function EditForm({ show, failure, onDone }: EditFormProps) {
  const dispatch = useAppDispatch();
  const keepsShows = useAppSelector(selectKeepsShows);
  const { minMinutePrice, maxMinutePrice } = useAppSelector(selectSettings);
  const { status } = useAppSelector(selectStudio).saving;
  const [fields, setFields] = useState({
    title: show.title,
    description: show.description,
    goalText: show.goal?.text ?? '',
    goalAmount: toText(show.goal?.amount),
    minutePrice: toText(show.minutePrice),
  });
  const [wasPressed, setWasPressed] = useState(false);
  const isSaving = useRef(false);
  useEffect(() => {
    // Other edits, such as a pin, can be pending, too.
    if (isSaving.current && status === 'idle') onDone();
    if (status !== 'pending') isSaving.current = false;
  }, [status, onDone]);
  const change = (next: Partial<typeof fields>) => setFields((now) => ({ ...now, ...next }));
  const problems = wasPressed ? findGoalProblems(fields) : {};
  const minute = Number(fields.minutePrice);
  const isPriceWrong = fields.minutePrice !== '' && !(minute >= minMinutePrice && minute <= maxMinutePrice);
  const isTitleMissing = fields.title.trim() === '';
  const save = () => {
    setWasPressed(true);
    if (Object.keys(findGoalProblems(fields)).length > 0 || isPriceWrong || isTitleMissing) return;
    const words = toWords(fields, { keepsShows });
    const more = { goal: toGoal(fields), minutePrice: fields.minutePrice === '' ? null : minute };
    isSaving.current = true;
    dispatch(showEditRequested(keepsShows ? { ...words, ...more } : words));
  };
  return (
    <Form className="stack" onSubmit={save} checksItself aria-label="Edit your show">
      {/* Changes would be lost when the save closes the sheet. */}
      <div className="stack" inert={status === 'pending'}>
        <Field label="Title" error={wasPressed && isTitleMissing ? 'Give your show a title.' : undefined}>
          <Input
            value={fields.title}
            maxLength={MAX_TITLE_LENGTH}
            onChange={({ target }) => change({ title: target.value })}
          />
        </Field>
        <Field label="Description" optional>
          <TextArea
            rows={2}
            value={fields.description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
        {keepsShows && (
          <>
            <GoalFields text={fields.goalText} amount={fields.goalAmount} problems={problems} onChange={change} />
            <Field
              label={show.type === 'group' ? 'Price a minute, for new members' : 'Private show, price a minute'}
              optional={show.type !== 'group'}
              error={
                wasPressed && isPriceWrong
                  ? `Choose another price: ${describeRange(minMinutePrice, maxMinutePrice)}`
                  : undefined
              }
              hint={show.type === 'group' ? undefined : 'Leave it empty to take no requests.'}
            >
              <MoneyInput value={fields.minutePrice} onChange={(minutePrice) => change({ minutePrice })} />
            </Field>
          </>
        )}
      </div>
      <FormFoot failure={failure}>
        <Button type="submit" variant="primary" block busy={status === 'pending'} busyLabel="Saving">
          Save
        </Button>
      </FormFoot>
    </Form>
  );
}
