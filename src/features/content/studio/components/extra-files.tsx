import { Film, ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { useAppSelector } from '@/store/hooks';
import { allFilesOf, type FileSlot } from '../draft';
import { selectDraft } from '../studio-slice';
import { DraftUpload, useFilePicker } from './draft-files';
import styles from './editor.module.css';

const teaser = <Extra slot="teaser" label="Teaser" hint="A short video everyone can watch. Up to 200 MB." />;

/** What everybody sees of a video: a picture of it, and a short film while it is locked. */
export function VideoExtras() {
  const isLocked = useAppSelector(selectDraft).audience !== 'everyone';
  return (
    <Extras title={isLocked ? 'Thumbnail and teaser' : 'Thumbnail'}>
      <Extra slot="thumbnail" label="Thumbnail" hint="Everyone sees it in lists. Without one, a frame of the video." />
      {isLocked && teaser}
    </Extras>
  );
}

/** What a product looks like. */
export const ProductPicture = () => (
  <Extras title="Picture">
    <Extra slot="thumbnail" label="Product picture" hint="One clear picture sells more than many words." />
  </Extras>
);

/** What a locked item shows everybody. */
export function ExtraFiles() {
  const draft = useAppSelector(selectDraft);
  if (draft.audience === 'everyone' || allFilesOf(draft).length === 0) return null;
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
