import { CircleCheck } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { useAppDispatch } from '@/store/hooks';
import { intentClosed } from '../intent-slice';
import styles from './checkout.module.css';

/** Paid for before: the only thing left is to open it. */
export function OwnedNote({ text }: { text: string }) {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.parts}>
      <Note icon={CircleCheck} tone="success">
        {text}
      </Note>
      <Button variant="primary" size="lg" block onClick={() => dispatch(intentClosed())}>
        Open
      </Button>
    </div>
  );
}
