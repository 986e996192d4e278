import { Sheet } from '@/components/layout/sheet';
import { PersonRow } from '@/components/people/person-row';
import { pluralise } from '@/lib/format-count';
import { getPersonName } from '@/lib/person-name';
import { useAppSelector } from '@/store/hooks';
import { selectRoom } from '../room-state';
import styles from './room.module.css';

interface ViewersSheetProps {
  open: boolean;
  onClose: () => void;
}

export function ViewersSheet({ open, onClose }: ViewersSheetProps) {
  const { total, members } = useAppSelector(selectRoom).viewers;
  const others = Math.max(0, total - members.length);
  return (
    <Sheet open={open} onClose={onClose} title={pluralise(total, 'viewer')}>
      <ul className={styles.people}>
        {members.map(({ _id, name, username, avatar }) => (
          <li key={_id}>
            <PersonRow name={getPersonName({ name, username }, 'fan')} avatar={avatar} size="sm" />
          </li>
        ))}
      </ul>
      {others > 0 && members.length > 0 && <p className="sm muted">and {pluralise(others, 'other')}</p>}
    </Sheet>
  );
}
