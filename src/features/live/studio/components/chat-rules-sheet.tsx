import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import { Switch } from '@/components/form/switch';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { showEditRequested } from '../studio-slice';
import { selectKeepsShows, type Show } from '../studio-state';
import { useEditSheet } from '../use-edit-sheet';

interface ChatRulesSheetProps {
  show: Show;
  open: boolean;
  onClose: () => void;
  onClear: () => void;
}

const SLOW = [0, 5, 10, 30, 60, 120];
const slowOptions = SLOW.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Off' : `One message every ${seconds} seconds`,
}));
const writerOptions = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'Followers and subscribers only' },
  { value: 'subscribers', label: 'Subscribers only' },
];

/** Each control saves its change immediately. */
export function ChatRulesSheet({ show, open, onClose, onClear }: ChatRulesSheetProps) {
  const dispatch = useAppDispatch();
  const keepsShows = useAppSelector(selectKeepsShows);
  const { error } = useEditSheet('chat', open);
  const { slowSeconds = 0, writers = 'everyone', emoteOnly = false } = show.chat ?? {};
  const known = slowOptions.some(({ value }) => value === String(slowSeconds));
  return (
    <Sheet open={open} onClose={onClose} title="Chat rules" subtitle="Changes apply immediately.">
      {keepsShows && (
        <>
          <Field label="Slow mode">
            <Select
              options={
                known ? slowOptions : [...slowOptions, { value: String(slowSeconds), label: `${slowSeconds} seconds` }]
              }
              value={String(slowSeconds)}
              onChange={({ target }) => dispatch(showEditRequested({ chat: { slowSeconds: Number(target.value) } }))}
            />
          </Field>
          <Field label="Who can write">
            <Select
              options={writerOptions}
              value={writers}
              onChange={({ target: { value } }) =>
                dispatch(
                  showEditRequested({
                    chat: { writers: value === 'followers' || value === 'subscribers' ? value : 'everyone' },
                  }),
                )
              }
            />
          </Field>
          <Switch
            label="Emote only"
            hint="Messages can contain emoji only."
            checked={emoteOnly}
            onChange={({ target }) => dispatch(showEditRequested({ chat: { emoteOnly: target.checked } }))}
          />
        </>
      )}
      <FormFoot failure={error}>
        <ClearButton
          onClear={() => {
            onClear();
            onClose();
          }}
        />
      </FormFoot>
    </Sheet>
  );
}

/** Asks first, because deleted messages cannot be restored. */
function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking)
    return (
      <Button block onClick={() => setIsAsking(true)}>
        Clear the chat
      </Button>
    );
  return (
    <div className="stack stack--sm">
      <p className="sm">All messages are deleted, for everyone.</p>
      <div className="row">
        <Button variant="danger" className="grow" onClick={onClear}>
          Delete all messages
        </Button>
        <Button variant="ghost" onClick={() => setIsAsking(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
