import { Form, Select } from 'antd';
import { useState } from 'react';
import { CountedText } from '@/components/console/counted-text';
import { ActDialog } from '@/components/console/act-dialog';
import { DecisionCard } from '@/components/console/decision-card';
import { useDecision } from '@/features/operations/act/use-act';
import {
  decideCreator,
  MAX_REASON,
  selectDocuments,
  type CreatorToReview,
} from '@/features/operations/review/review-feature';
import { useAppSelector } from '@/store/hooks';
import { SameDocumentAlert } from './look-alikes';

/** Texts to begin with; the creator reads what the operator makes of them. */
const reasons = {
  'The picture can’t be read': 'We can’t read your document. Please send a sharp picture that shows the whole card.',
  'The document has expired': 'Your document has expired. Please send a picture of one that is still valid.',
  'The person can’t be recognized':
    'We can’t recognize you on the second picture. Please take it in daylight, with your face and the document in it.',
  'The document is on another account':
    'This document was already sent for another account here. Each person can have one account as a creator. Please use that one, or contact us if it is not yours.',
  'The name or birthday differs':
    'The name or date of birth you entered differs from your document. Please correct it, or send another document.',
};

/** Replaces a template, but not what the operator wrote. */
const addTemplate = (written: string, template: string): string =>
  ['', ...Object.values(reasons)].includes(written.trim()) ? template : `${written.trimEnd()}\n${template}`;

interface Values {
  decision: 'approved' | 'rejected';
  reason?: string;
}

interface ReviewDecisionProps {
  creator: CreatorToReview;
  /** Opens the next creator. */
  onDecided: () => void;
}

export function ReviewDecision({ creator, onDecided }: ReviewDecisionProps) {
  const [form] = Form.useForm<Values>();
  const decision = Form.useWatch('decision', form);
  const { opened } = useAppSelector(selectDocuments);
  const { act, isBusy, isDone, failure } = useDecision(onDecided);
  const [isAsking, setIsAsking] = useState(false);
  const decide = (chosen: Values['decision'], reason = '') => {
    if (opened) act(decideCreator(creator, { decision: chosen, revision: opened.revision, reason: reason.trim() }));
  };
  const beginWith = (template: string) => {
    const written = (form.getFieldValue('reason') as string | undefined) ?? '';
    form.setFieldsValue({ reason: addTemplate(written, template) });
  };
  const isRejecting = decision === 'rejected';
  return (
    <>
      <DecisionCard
        form={form}
        options={[
          { value: 'approved', label: `Approve: ${creator.name} can publish and earn` },
          { value: 'rejected', label: 'Reject: they can send new documents' },
        ]}
        okText={isRejecting ? 'Reject and send' : `Approve ${creator.name}`}
        isDanger={isRejecting}
        isBusy={isBusy}
        isDone={isDone}
        isDisabled={!opened}
        failure={isAsking ? undefined : failure}
        onDecide={({ reason }) => (isRejecting ? decide('rejected', reason) : setIsAsking(true))}
      >
        {isRejecting && <Reason name={creator.name} onPick={beginWith} />}
        {!opened && <p className="sm muted">Open the documents first.</p>}
      </DecisionCard>
      <ActDialog
        open={isAsking}
        title={`Approve ${creator.name}?`}
        effect={
          <>
            <SameDocumentAlert of={opened?.sameDocument ?? []} />
            <p>
              {creator.name}
              {creator.username !== null && ` (@${creator.username})`} can publish and earn at once, and is told by
              email.
            </p>
          </>
        }
        okText={`Approve ${creator.name}`}
        isBusy={isBusy}
        failure={failure}
        onAct={() => decide('approved')}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function Reason({ name, onPick }: { name: string; onPick: (reason: string) => void }) {
  return (
    <>
      <Form.Item label="Begin with">
        <Select
          aria-label="Begin with"
          popupMatchSelectWidth={false}
          placeholder="Choose a reason"
          options={Object.entries(reasons).map(([label, value]) => ({ value, label }))}
          onChange={onPick}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label={`${name} reads`}
        rules={[
          { required: true, whitespace: true, message: 'Say what they have to change.' },
          { max: MAX_REASON, message: `Use at most ${MAX_REASON} characters.` },
        ]}
      >
        <CountedText rows={5} maxLength={MAX_REASON} />
      </Form.Item>
    </>
  );
}
