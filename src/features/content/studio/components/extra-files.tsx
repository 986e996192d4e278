import { Film, ImagePlus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { listFiles, type Draft, type FileSlot } from '../draft';
import { controlIds, type DraftProblems } from '../draft-problems';
import { selectDraft, selectOpenKey } from '../studio-slice';
import { uploadEvents } from '../upload-reducer';
import { DraftUpload, useFilePicker } from './draft-files';
import styles from './editor.module.css';

const teaser = <Extra slot="teaser" label="Teaser" hint="A short video everyone can watch. Up to 200 MB." />;

/** A file that is not ready prevents saving, so its field must stay visible even if the item is no longer locked. */
const hasUnreadyFile = ({ teaser, thumbnail }: Draft): boolean =>
  [...teaser, ...thumbnail].some(({ upload }) => upload.step !== 'ready');

export function VideoExtras() {
  const draft = useAppSelector(selectDraft);
  const isLocked = draft.audience !== 'everyone' || hasUnreadyFile(draft);
  return (
    <Extras title={isLocked ? 'Thumbnail and teaser' : 'Thumbnail'}>
      <Extra slot="thumbnail" label="Thumbnail" hint="Everyone sees it in lists. Without one, a frame of the video." />
      {isLocked && teaser}
    </Extras>
  );
}

/** If the backend cannot clear the picture, it can only be replaced. */
export function ProductPicture({ problems }: { problems: DraftProblems }) {
  const canRemove = useAppSelector(selectHasExtension('clearableFields'));
  return (
    <Extras title="Picture">
      <Extra
        slot="thumbnail"
        label="Product picture"
        hint="One clear picture sells more than many words."
        id={controlIds.picture}
        error={problems.picture}
        isKept={!canRemove}
      />
    </Extras>
  );
}

export function ExtraFiles() {
  const draft = useAppSelector(selectDraft);
  if (listFiles(draft).length === 0 || (draft.audience === 'everyone' && !hasUnreadyFile(draft))) return null;
  return (
    <Extras title="Teaser and cover">
      {teaser}
      <Extra slot="thumbnail" label="Cover picture" hint="Shown to everyone instead of the blurred preview." />
    </Extras>
  );
}

const Extras = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-labelledby="extras">
    <h2 id="extras">{title}</h2>
    <div className={styles.pair}>{children}</div>
  </section>
);

interface ExtraProps {
  slot: Exclude<FileSlot, 'files'>;
  label: string;
  hint: string;
  id?: string;
  error?: string;
  isKept?: boolean;
}

function Extra({ slot, label, hint, id, error, isKept = false }: ExtraProps) {
  const errorId = useId();
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectOpenKey);
  const [file] = useAppSelector(selectDraft)[slot];
  const isTeaser = slot === 'teaser';
  const picker = useFilePicker(slot, isTeaser ? 'video' : 'photo', false, () => {
    if (file) dispatch(uploadEvents.removed({ place: { key, slot, localId: file.localId } }));
  });
  const isStoredFile = isKept && file?.storedId !== undefined && file.storedId !== null;
  return (
    <div>
      <p className="strong sm">{label}</p>
      {file && (
        <ul aria-label={label}>
          <DraftUpload file={file} slot={slot} isKept={isStoredFile} />
        </ul>
      )}
      {!file && <p className="xs muted">{hint}</p>}
      {(!file || isStoredFile) && (
        <Button
          id={id}
          className={styles.choose}
          variant="soft"
          size="sm"
          icon={isTeaser ? Film : ImagePlus}
          aria-describedby={error && errorId}
          onClick={picker.open}
        >
          {file ? 'Replace the' : 'Choose a'} {isTeaser ? 'video' : 'picture'}
        </Button>
      )}
      {error && (
        <p id={errorId} className={styles.problem}>
          {error}
        </p>
      )}
      {picker.field}
    </div>
  );
}
