import { CircleCheck } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { useAppDispatch } from '@/store/hooks';
import { intentClosed } from '../intent-feature';

export function OwnedNote({ text }: { text: string }) {
  const dispatch = useAppDispatch();
  return (
    <div className="stack stack--lg">
      <Note icon={CircleCheck} tone="success">
        {text}
      </Note>
      <Button variant="primary" size="lg" block onClick={() => dispatch(intentClosed())}>
        Open
      </Button>
    </div>
  );
}
