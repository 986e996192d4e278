import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { LeaveGuard } from '@/components/states/leave-guard';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useChangeSheet } from '@/store/use-change-sheet';
import { appealOpened, appealSent, MAX_APPEAL, selectAppealChange, selectLastAppealedId } from '../takedown-feature';

export function AppealForm({ id, onClose }: { id: string; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectAppealChange);
  const isOwn = useAppSelector(selectLastAppealedId) === id;
  const { isBusy, failure } = useChangeSheet({
    open: true,
    change,
    opened: appealOpened,
    onDone: () => isOwn && onClose(),
  });
  const refusal = isOwn ? failure : null;
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const send = () => {
    const words = text.trim();
    setIsMissing(words === '');
    if (words !== '') dispatch(appealSent({ id, text: words }));
  };
  return (
    <Form onSubmit={send} checksItself>
      <Field label="Why is this a mistake?" hint="A person reads this, and answers by email.">
        <TextArea rows={4} maxLength={MAX_APPEAL} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <LeaveGuard when={text.trim() === '' ? null : 'leaving'} title="Leave without sending?">
        <p>Your appeal is not sent yet.</p>
      </LeaveGuard>
      <FormFoot failure={isMissing && text.trim() === '' ? { message: 'Say why this is a mistake.' } : refusal}>
        <div className="stack stack--sm">
          <Button
            variant="primary"
            type="submit"
            busy={isBusy && isOwn}
            disabled={isBusy && !isOwn}
            busyLabel="Sending"
            block
          >
            Send appeal
          </Button>
          <Button onClick={onClose} disabled={isBusy && isOwn} block>
            Cancel
          </Button>
        </div>
      </FormFoot>
    </Form>
  );
}
