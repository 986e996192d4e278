import { galleryRoutes } from '@contract/content/gallery-routes';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Panel } from '@/components/layout/panel';
import { pluralise } from '@/lib/format-count';
import { selectServes } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { coverOf, isUploading, type DraftFile } from '../draft';
import { studioKinds } from '../studio-kind';
import { draftChanged, fileMoved, selectDraft } from '../studio-slice';
import { useFilePicker } from './file-intake';
import { FileRow } from './file-row';
import { useSorting } from './use-sorting';
import styles from './editor.module.css';

/** The files of an item with their states; pictures can be described and put in order. */
export function FileTray({ problems }: { problems: DraftProblems }) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const { files } = draft;
  const [moved, setMoved] = useState('');
  const picker = useFilePicker('files', 'photo', true);
  const move = (from: number, to: number) => {
    dispatch(fileMoved({ from, to }));
    setMoved(`${files[from]?.name ?? 'File'}, now ${to + 1} of ${files.length}`);
  };
  const sorting = useSorting(files.length, move);
  const mayAdd = files[0]?.kind === 'photo' && studioKinds[draft.kind].refuseMore(draft, 'photo') === null;
  const keepsOrder = useAppSelector(selectServes(galleryRoutes.orderGalleryPhotos));
  const isGallery = draft.kind === 'gallery';
  const canSort = keepsOrder || !isGallery;
  const cover = isGallery && files.length > 1 ? coverOf(draft) : undefined;
  if (files.length === 0) return null;
  return (
    <Panel
      title={pluralise(files.length, nounOf(files))}
      aside={
        mayAdd && (
          <Button variant="soft" size="sm" icon={Plus} onClick={picker.open}>
            Add
          </Button>
        )
      }
    >
      <div id={controlIds.files} tabIndex={-1} className={styles.trayHead}>
        <p className="xs muted num" role="status">
          {stateWords(files)}
          {isUploading(draft) && ' You can leave this page.'}
        </p>
        {problems.files && <p className={styles.problem}>{problems.files}</p>}
        <p className="sr" role="status">
          {moved}
        </p>
      </div>
      <ul className={styles.tray} aria-label="Files">
        {files.map((file, index) => (
          <FileRow
            key={file.localId}
            file={file}
            place={index}
            count={canSort ? files.length : 1}
            isDragged={sorting.dragged === index}
            grip={sorting.gripProps(index)}
            onMove={(to) => move(index, to)}
            cover={
              cover === undefined
                ? undefined
                : { isIt: file.localId === cover, choose: () => dispatch(draftChanged({ coverId: file.localId })) }
            }
          />
        ))}
      </ul>
      {picker.field}
    </Panel>
  );
}

/** What all of them are. */
const nounOf = (files: DraftFile[]): string => {
  const [first] = files;
  if (!first || files.some(({ kind }) => kind !== first.kind)) return 'file';
  return first.kind === 'audio' ? 'recording' : first.kind;
};

function stateWords(files: DraftFile[]): string {
  const count = (...states: DraftFile['status'][]) => files.filter((file) => states.includes(file.status)).length;
  const states = [
    [count('ready'), 'ready'],
    [count('uploading', 'waiting', 'offline'), 'uploading'],
    [count('paused', 'missing'), 'stopped'],
    [count('processing'), 'processing'],
    [count('held'), 'to upload when you save'],
    [count('failed'), count('failed') === 1 ? 'needs attention' : 'need attention'],
  ] as const;
  const words = states.filter(([number]) => number > 0).map(([number, state]) => `${number} ${state}`);
  return `${words.join(', ')}.`;
}
