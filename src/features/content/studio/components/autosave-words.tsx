import { Check } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { TimeAgo } from '@/components/basic/times';
import { useAppSelector } from '@/store/hooks';
import { selectDraft } from '../studio-slice';
import styles from './editor.module.css';

/** What happened to what was typed so far. Nothing while nothing was typed. */
export function KeepingWords() {
  const { id, isChanged, keptAt } = useAppSelector(selectDraft);
  if (id !== null) return isChanged ? <span className={styles.keeping}>Changes not saved yet</span> : null;
  if (keptAt === null) return null;
  return (
    <span className={styles.keeping}>
      <Icon of={Check} size={16} />
      Saved on this device · <TimeAgo value={keptAt} />
    </span>
  );
}
