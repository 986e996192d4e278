import { CircleCheck } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Note } from '@/components/basic/note';
import { Check } from '@/components/form/check';
import { Sheet } from '@/components/layout/sheet';
import { TextArea } from '@/components/form/text-area';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withFeatures } from '@/store/with-features';
import {
  reportFeature,
  reportOpened,
  reportSent,
  selectAnswersReports,
  selectReport,
  type ReportTarget,
} from '../report-feature';
import styles from './report-sheet.module.css';

const reasons = [
  'It’s illegal or shows a minor',
  'Someone in it did not consent',
  'It copies someone else’s work',
  'It’s threatening, bullying or hateful',
  'It’s a scam or spam',
  'It’s not what was promised',
  'Something else',
] as const;

const names: Record<ReportTarget['target'], string> = {
  feed: 'post',
  video: 'video',
  gallery: 'gallery',
  product: 'product',
  comment: 'comment',
  performer: 'creator',
  user: 'person',
};

interface ReportSheetProps {
  target: ReportTarget;
  onClose: () => void;
}

function ReportOf({ target, onClose }: ReportSheetProps) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { status } = useAppSelector(selectReport);
  useEffect(() => void dispatch(reportOpened()), [dispatch]);
  return (
    <Sheet
      open
      onClose={onClose}
      locked={status === 'pending'}
      title={`Report this ${names[target.target]}`}
      subtitle={target.title}
    >
      {!signedIn && <LogInFirst />}
      {signedIn && status === 'done' && <Thanks onClose={onClose} />}
      {signedIn && status !== 'done' && <ReportForm target={target} />}
    </Sheet>
  );
}

export const ReportSheet = withFeatures(ReportOf, [reportFeature]);

function ReportForm({ target: { target, targetId, performerId } }: { target: ReportTarget }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectReport);
  const [title, setTitle] = useState<string | null>(null);
  const [description, setDescription] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const handleSubmit = () => {
    setIsMissing(title === null);
    if (title) dispatch(reportSent({ target, targetId, performerId, title, description: description.trim() || null }));
  };
  return (
    <Form onSubmit={handleSubmit} checksItself>
      <fieldset className={cx('stack stack--sm', styles.reasons)}>
        <legend>What’s wrong?</legend>
        {reasons.map((reason) => (
          <Check
            type="radio"
            key={reason}
            name="reason"
            label={reason}
            checked={title === reason}
            onChange={() => setTitle(reason)}
          />
        ))}
      </fieldset>
      <Field label="Anything else we should know?" optional hint="Only our team reads it.">
        <TextArea
          rows={3}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <FormFoot failure={isMissing && title === null ? { message: 'Choose the reason that fits best.' } : error}>
        <Button variant="primary" type="submit" block busy={status === 'pending'} busyLabel="Sending">
          Send report
        </Button>
      </FormFoot>
    </Form>
  );
}

function Thanks({ onClose }: { onClose: () => void }) {
  const done = useFocusOnMount<HTMLButtonElement>();
  const isAnswered = useAppSelector(selectAnswersReports);
  return (
    <div className="stack">
      <Note icon={CircleCheck} tone="success">
        Report sent. We review every report and never say who sent it.
        {isAnswered && ' We’ll notify you of the outcome.'}
      </Note>
      <Button ref={done} block onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function LogInFirst() {
  const { asPath } = useRouter();
  return (
    <div className="stack">
      <p className="ink-2">Log in first, so we can get back to you.</p>
      <Button variant="primary" block href={paths.auth.loginFor(asPath)}>
        Log in
      </Button>
    </div>
  );
}
