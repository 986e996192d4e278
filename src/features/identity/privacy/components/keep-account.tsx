import { CircleAlert } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note, Problem } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { useAccountKeeping } from '../use-keeping';

export function KeepAccount({ why }: { why: string }) {
  const { deletionAt, isBusy, error, keep } = useAccountKeeping();
  if (!deletionAt) return null;
  return (
    <div className="stack">
      <Note icon={CircleAlert} tone="warn">
        Your account will be deleted on <Day value={deletionAt} />. {why}
      </Note>
      <Problem>{error?.message}</Problem>
      <div>
        <Button variant="primary" busy={isBusy} busyLabel="Keeping" onClick={keep}>
          Keep my account
        </Button>
      </div>
    </div>
  );
}
