import { Check } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { TimeAgo } from '@/components/basic/times';
import { useAppSelector } from '@/store/hooks';
import { selectDraft, selectKeptAt } from '../studio-slice';
import styles from './composer.module.css';

/** What happened to what was typed so far. Nothing while nothing was typed. */
export function KeepingWords() {
  const draft = useAppSelector(selectDraft);
  const keptAt = useAppSelector(selectKeptAt);
  if (draft.id !== null) return draft.isChanged ? <span className={styles.keeping}>Changes not saved yet</span> : null;
  if (keptAt === null) return null;
  return (
    <span className={styles.keeping}>
      <Icon of={Check} size={16} />
      Saved on this device · <TimeAgo value={keptAt} />
    </span>
  );
}
