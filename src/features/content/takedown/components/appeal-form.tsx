import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useChangeSheet } from '@/store/use-change-sheet';
import { appealOpened, appealSent, MAX_APPEAL, selectAppealChange } from '../takedown-feature';

export function AppealForm({ id, onClose }: { id: string; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectAppealChange);
  const { isBusy, failure } = useChangeSheet({ open: true, change, opened: appealOpened, onDone: onClose });
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
      <FormFoot failure={isMissing && text.trim() === '' ? { message: 'Say why this is a mistake.' } : failure}>
        <div className="stack stack--sm">
          <Button variant="primary" type="submit" busy={isBusy} busyLabel="Sending" block>
            Send appeal
          </Button>
          <Button onClick={onClose} disabled={isBusy} block>
            Cancel
          </Button>
        </div>
      </FormFoot>
    </Form>
  );
}
