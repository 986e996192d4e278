import { SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { studioNames, nounOf, type StudioKindName } from '@/config/item-names';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { fileSlots, isUploading } from '../draft';
import { keptDraftWanted, selectUnfinished } from '../studio-slice';
import { DiscardButton } from './kept-note';
import styles from './own-list.module.css';

/** The item of a kind that was begun and left, with how far its uploads are. Nothing when there is none. */
export function UnfinishedItem({ kind }: { kind: StudioKindName }) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectUnfinished(kind));
  useEffect(() => {
    dispatch(keptDraftWanted({ kind }));
  }, [dispatch, kind]);
  if (!draft) return null;
  const files = fileSlots.flatMap((slot) => draft[slot]);
  const ready = files.filter(({ status }) => status === 'ready').length;
  const words = files.length > 0 ? `${ready} of ${pluralise(files.length, 'file')} ready` : 'Not published yet';
  return (
    <Note icon={SquarePen} tone="accent" className={styles.unfinished}>
      <div className={styles.unfinishedRow}>
        <div className="grow">
          <p className="strong truncate">{draft.title || draft.text || `Untitled ${nounOf(kind)}`}</p>
          <p className="num" role="status">
            {isUploading(draft) ? `Uploading: ${words.toLowerCase()}` : words}
          </p>
        </div>
        <DiscardButton kind={kind} label="Delete draft" />
        <Button size="sm" href={studioNames[kind].own.create}>
          Continue
        </Button>
      </div>
    </Note>
  );
}
