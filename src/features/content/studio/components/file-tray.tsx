import { Plus, type LucideIcon } from 'lucide-react';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { useDrop } from '@/components/hooks/use-drop';
import { Panel } from '@/components/layout/panel';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { getCoverId, isUploading, type DraftFile, type FileKind } from '../draft';
import { studioKinds } from '../studio-kinds';
import { draftChanged, fileMoved, selectDraft } from '../studio-slice';
import { isMoving, type FileUpload } from '../upload-step';
import { useFilePicker, useAddFiles } from './draft-files';
import { FileRow } from './file-row';
import { useSorting } from './use-sorting';
import styles from './editor.module.css';

/** True while the item waits for its files, so that the page must stay open. */
export const WaitsForFilesContext = createContext(false);

export function FileTray({ problems }: { problems: DraftProblems }) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const { files } = draft;
  const waitsForFiles = useContext(WaitsForFilesContext);
  const [moved, setMoved] = useState('');
  const picker = useFilePicker('files', 'photo', true);
  const move = (from: number, to: number) => {
    dispatch(fileMoved({ from, to }));
    setMoved(`${files[from]?.name ?? 'File'}, now ${to + 1} of ${files.length}`);
  };
  const sorting = useSorting(files.length, move);
  const canAdd = files[0]?.kind === 'photo' && studioKinds[draft.kind].refuseMore(draft, 'photo') === null;
  const keepsOrder = useAppSelector(selectSupportsCall(galleryRoutes.orderGalleryPhotos));
  const isGallery = draft.kind === 'gallery';
  const canSort = keepsOrder || !isGallery;
  const cover = isGallery && files.length > 1 ? getCoverId(draft) : undefined;
  if (files.length === 0) return null;
  return (
    <Panel
      title={pluralise(files.length, getNoun(files))}
      aside={
        canAdd && (
          <Button variant="soft" size="sm" icon={Plus} onClick={picker.open}>
            Add
          </Button>
        )
      }
    >
      <div id={controlIds.files} tabIndex={-1} className={styles.trayHead}>
        <p className="xs muted num" role="status">
          {getStateText(files)}
          {isUploading(draft) && (waitsForFiles ? ' Stay on this page.' : ' You can leave this page.')}
        </p>
        {problems.files && <p className={styles.problem}>{problems.files}</p>}
        <p className="sr" role="status">
          {moved}
        </p>
      </div>
      <ul aria-label="Files">
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

const getNoun = (files: DraftFile[]): string => {
  const [first] = files;
  if (!first || files.some(({ kind }) => kind !== first.kind)) return 'file';
  return first.kind === 'audio' ? 'recording' : first.kind;
};

function getStateText(files: DraftFile[]): string {
  const count = (isIn: (upload: FileUpload) => boolean) => files.filter(({ upload }) => isIn(upload)).length;
  const failed = count(({ step }) => step === 'failed');
  const states = [
    [count(({ step }) => step === 'ready'), 'ready'],
    [count(isMoving), 'uploading'],
    [count(({ step }) => step === 'paused' || step === 'missing'), 'stopped'],
    [count(({ step }) => step === 'processing'), 'processing'],
    [count((upload) => upload.step === 'held' && !isMoving(upload)), 'to upload when you save'],
    [failed, failed === 1 ? 'needs attention' : 'need attention'],
  ] as const;
  const words = states.filter(([number]) => number > 0).map(([number, state]) => `${number} ${state}`);
  return `${words.join(', ')}.`;
}

interface FilePlaceProps {
  problems: DraftProblems;
  kind: FileKind;
  multiple?: boolean;
  icon: LucideIcon;
  title: string;
  hint: string;
  button: string;
}

export function FilePlace({ problems, kind, multiple = false, icon, title, hint, button }: FilePlaceProps) {
  const { files } = useAppSelector(selectDraft);
  const intake = useAddFiles();
  const addFiles = (picked: File[]) =>
    intake(kind === 'file' ? picked.slice(0, 1) : picked, kind === 'file' ? { kind } : {});
  const { isOver, ...drop } = useDrop(addFiles, true);
  const picker = useFilePicker('files', kind, multiple);
  const isEmpty = files.length === 0;
  const isAsked = useRef(false);
  // The rows replace the button that was pressed, so the focus moves to them.
  useEffect(() => {
    if (!isEmpty && isAsked.current) document.getElementById(controlIds.files)?.focus({ preventScroll: true });
    isAsked.current = false;
  }, [isEmpty]);
  return (
    <div className={cx(isOver && styles.over)} {...drop}>
      {!isEmpty ? (
        <FileTray problems={problems} />
      ) : (
        <div id={controlIds.files} tabIndex={-1} className={cx(styles.place, problems.files && styles.placeWrong)}>
          <Icon of={icon} size={28} />
          <p className="strong">{title}</p>
          <p className="sm muted">{hint}</p>
          <Button
            variant="soft"
            onClick={() => {
              isAsked.current = true;
              picker.open();
            }}
          >
            {button}
          </Button>
          {problems.files && <p className={styles.problem}>{problems.files}</p>}
          {picker.field}
        </div>
      )}
    </div>
  );
}
