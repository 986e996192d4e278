import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { LeaveGuard } from '@/components/states/leave-guard';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { copyText } from '@/services/share';
import { useAppDispatch } from '@/store/hooks';
import { recoveryCodesDismissed } from '../security-slice';
import styles from './security.module.css';

/** The codes are shown only once, so the sheet stays open until the user confirms having saved them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const dispatch = useAppDispatch();
  const [isKept, setIsKept] = useState(false);
  const text = codes.join('\n');
  const handleCopy = async () => {
    if (await copyText(text)) dispatch(toastShown({ text: 'Copied' }));
    else dispatch(failureShown({ message: 'Your browser blocked copying. Write the codes down.' }));
  };
  return (
    <Sheet
      open
      locked={!isKept}
      onClose={() => isKept && dispatch(recoveryCodesDismissed())}
      title="Your recovery codes"
      subtitle="Use one to log in when you don’t have your phone. Each works once. We won’t show them again."
    >
      <div className="stack">
        <LeaveGuard when={isKept ? null : 'closing'} />
        <ul className={styles.codes} data-copyable>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row row--wrap">
          <Button size="sm" icon={Copy} onClick={() => void handleCopy()}>
            Copy
          </Button>
          <Button
            size="sm"
            icon={Download}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="recovery-codes.txt"
          >
            Save as a file
          </Button>
        </div>
        <Check label="I have saved my codes" checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
        <FormFoot>
          <Button
            variant="primary"
            size="lg"
            block
            disabled={!isKept}
            onClick={() => dispatch(recoveryCodesDismissed())}
          >
            Done
          </Button>
        </FormFoot>
      </div>
    </Sheet>
  );
}
