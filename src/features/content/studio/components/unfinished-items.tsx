import { SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { studioNames, nounOf, type StudioKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { allFilesOf, isUploading, newDraftKey, type Draft, type DraftKey } from '../draft';
import { bulkKey, keptDraftWanted, selectUnfinishedAt } from '../studio-slice';
import { DiscardButton } from './kept-note';
import styles from './own-item-list.module.css';

/** What of a kind was begun and left: one item, and of videos also many at once. */
export function UnfinishedItems({ kind }: { kind: StudioKindName }) {
  return (
    <>
      <Unfinished
        draftKey={newDraftKey(kind)}
        titleOf={(draft) => draft.title || draft.text || `Untitled ${nounOf(kind)}`}
        href={studioNames[kind].own.create}
        discardLabel="Delete draft"
      />
      {kind === 'video' && (
        <Unfinished
          draftKey={bulkKey}
          titleOf={({ files }) =>
            `${pluralise(files.filter(({ storedId }) => storedId === null).length, 'video')} not saved yet`
          }
          href={paths.creator.bulkUpload}
          discardLabel="Delete videos"
        />
      )}
    </>
  );
}

interface UnfinishedProps {
  draftKey: DraftKey;
  titleOf: (draft: Draft) => string;
  /** Where it goes on. */
  href: string;
  discardLabel: string;
}

/** A draft with how far its uploads are. Nothing when there is none. */
function Unfinished({ draftKey, titleOf, href, discardLabel }: UnfinishedProps) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectUnfinishedAt(draftKey));
  useEffect(() => {
    dispatch(keptDraftWanted({ key: draftKey }));
  }, [dispatch, draftKey]);
  if (!draft) return null;
  const files = allFilesOf(draft);
  const ready = files.filter(({ status }) => status === 'ready').length;
  const words = files.length > 0 ? `${ready} of ${pluralise(files.length, 'file')} ready` : 'Not published yet';
  return (
    <Note icon={SquarePen} tone="accent" className={styles.unfinished}>
      <div className={styles.unfinishedRow}>
        <div className="grow">
          <p className="strong truncate">{titleOf(draft)}</p>
          <p className="num" role="status">
            {isUploading(draft) ? `Uploading: ${words.toLowerCase()}` : words}
          </p>
        </div>
        <DiscardButton draftKey={draftKey} label={discardLabel} />
        <Button size="sm" href={href}>
          Continue
        </Button>
      </div>
    </Note>
  );
}
