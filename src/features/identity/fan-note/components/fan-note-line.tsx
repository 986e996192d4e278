import { Badge } from '@/components/basic/badge';
import { useAppSelector } from '@/store/hooks';
import { selectFanNote } from '../fan-note-feature';

export function FanNoteLine({ userId }: { userId: string }) {
  const stored = useAppSelector(selectFanNote(userId));
  if (!stored || (!stored.note && stored.lists.length === 0)) return null;
  return (
    <span className="block">
      {stored.lists.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}{' '}
      {stored.note}
    </span>
  );
}
