import { Film, ImagePlus } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { useAppSelector } from '@/store/hooks';
import { fileSlots, type FileSlot } from '../draft';
import { selectDraft } from '../studio-slice';
import { DraftUpload } from './draft-upload';
import { useFilePicker } from './file-intake';
import styles from './editor.module.css';

/** What everybody sees of a video: a picture of it, and a short film while it is locked. */
export function VideoExtras() {
  const { audience } = useAppSelector(selectDraft);
  const isLocked = audience !== 'everyone';
  return (
    <section className={styles.section} aria-labelledby="extras">
      <h2 id="extras">{isLocked ? 'Thumbnail and teaser' : 'Thumbnail'}</h2>
      <div className={styles.extras}>
        <Extra
          slot="thumbnail"
          label="Thumbnail"
          hint="Everyone sees it in lists. Without one, a frame of the video."
        />
        {isLocked && <Extra slot="teaser" label="Teaser" hint="A short video everyone can watch. Up to 200 MB." />}
      </div>
    </section>
  );
}

/** What a product looks like. */
export function ProductPicture() {
  return (
    <section className={styles.section} aria-labelledby="extras">
      <h2 id="extras">Picture</h2>
      <Extra slot="thumbnail" label="Product picture" hint="One clear picture sells more than many words." />
    </section>
  );
}

/** What a locked item shows everybody. */
export function ExtraFiles() {
  const draft = useAppSelector(selectDraft);
  if (draft.audience === 'everyone' || fileSlots.every((slot) => draft[slot].length === 0)) return null;
  return (
    <section className={styles.section} aria-labelledby="extras">
      <h2 id="extras">Teaser and cover</h2>
      <div className={styles.extras}>
        <Extra slot="teaser" label="Teaser" hint="A short video everyone can watch. Up to 200 MB." />
        <Extra slot="thumbnail" label="Cover picture" hint="Shown to everyone instead of the blurred preview." />
      </div>
    </section>
  );
}

function Extra({ slot, label, hint }: { slot: Exclude<FileSlot, 'files'>; label: string; hint: string }) {
  const [file] = useAppSelector(selectDraft)[slot];
  const isTeaser = slot === 'teaser';
  const picker = useFilePicker(slot, isTeaser ? 'video' : 'photo');
  return (
    <div>
      <p className="strong sm">{label}</p>
      {file ? (
        <ul aria-label={label}>
          <DraftUpload file={file} slot={slot} />
        </ul>
      ) : (
        <>
          <p className="xs muted">{hint}</p>
          <Button
            className={styles.choose}
            variant="soft"
            size="sm"
            icon={isTeaser ? Film : ImagePlus}
            onClick={picker.open}
          >
            Choose a {isTeaser ? 'video' : 'picture'}
          </Button>
        </>
      )}
      {picker.field}
    </div>
  );
}
