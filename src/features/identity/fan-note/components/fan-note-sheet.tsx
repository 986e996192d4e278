import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { TextArea } from '@/components/form/text-area';
import { ErrorState } from '@/components/states/error-state';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  fanNotesRequested,
  fanNoteSubmitted,
  selectFanLists,
  selectFanNote,
  selectFanNoteSaving,
  selectHaveNotesFailed,
  type FanNote,
} from '../fan-note-feature';

interface FanNoteSheetProps {
  /** Null while closed. */
  fan: { id: string; name: string } | null;
  onClose: () => void;
}

export function FanNoteSheet({ fan, onClose }: FanNoteSheetProps) {
  const { status } = useAppSelector(selectFanNoteSaving);
  useEffect(() => {
    if (status === 'saved') onClose();
  }, [status, onClose]);
  return (
    <Sheet
      open={fan !== null}
      onClose={onClose}
      locked={status === 'pending'}
      title={`Note about ${fan?.name ?? 'a fan'}`}
      subtitle="Only you can see it."
    >
      {fan && <NoteOf key={fan.id} userId={fan.id} />}
    </Sheet>
  );
}

/** Waits for the stored note, because saving an empty form would overwrite it. */
function NoteOf({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  const stored = useAppSelector(selectFanNote(userId));
  const hasFailed = useAppSelector(selectHaveNotesFailed);
  const isKnown = stored !== undefined;
  useEffect(() => {
    if (!isKnown) dispatch(fanNotesRequested([userId]));
  }, [isKnown, dispatch, userId]);
  if (isKnown) return <NoteForm userId={userId} stored={stored} />;
  if (!hasFailed) return <Skeleton count={3} />;
  return <ErrorState title="Your note could not be loaded" onRetry={() => dispatch(fanNotesRequested([userId]))} />;
}

function NoteForm({ userId, stored }: { userId: string; stored: FanNote | null }) {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectFanLists);
  const { status, error } = useAppSelector(selectFanNoteSaving);
  const [note, setNote] = useState(stored?.note ?? '');
  const [lists, setLists] = useState(stored?.lists ?? []);
  const [added, setAdded] = useState('');
  const names = [...new Set([...known.map(({ name }) => name), ...lists])];
  const toggle = (name: string) =>
    setLists((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]));
  const handleSubmit = () => {
    const name = added.trim();
    const all = name && !lists.includes(name) ? [...lists, name] : lists;
    dispatch(fanNoteSubmitted({ userId, note, lists: all }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      <Field label="Note" optional>
        <TextArea rows={4} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {names.length > 0 && (
        <Chips
          label="Lists"
          options={names.map((name) => ({ value: name, label: name }))}
          value={lists}
          onToggle={toggle}
        />
      )}
      <Field label="Add to a new list" optional hint="You can filter your subscribers by list.">
        <Input maxLength={40} value={added} onChange={(event) => setAdded(event.target.value)} />
      </Field>
      <FormFoot failure={error}>
        <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Saving">
          Save
        </Button>
      </FormFoot>
    </Form>
  );
}
