import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { copyText } from '@/services/share';
import { useAppDispatch } from '@/store/hooks';
import styles from './api-key.module.css';

interface CreatedKeyProps {
  title: string;
  /** Shown only this once, so the sheet stays open until the user confirms having saved it. */
  secret: string;
  onDone: () => void;
}

export function CreatedKey({ title, secret, onDone }: CreatedKeyProps) {
  const dispatch = useAppDispatch();
  const [isKept, setIsKept] = useState(false);
  const handleCopy = async () => {
    if (await copyText(secret)) dispatch(toastShown({ text: 'Copied' }));
    else dispatch(failureShown({ message: 'Your browser blocked copying. Select the text and copy it.' }));
  };
  return (
    <Sheet
      open
      locked={!isKept}
      onClose={() => isKept && onDone()}
      title={title}
      subtitle="Save it now. We won’t show it again."
    >
      <div className="stack">
        <p className={styles.secret} data-copyable>
          {secret}
        </p>
        <div>
          <Button size="sm" icon={Copy} onClick={() => void handleCopy()}>
            Copy
          </Button>
        </div>
        <Check label="I have saved it" checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
        <FormFoot>
          <Button variant="primary" size="lg" block disabled={!isKept} onClick={onDone}>
            Done
          </Button>
        </FormFoot>
      </div>
    </Sheet>
  );
}
