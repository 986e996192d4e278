import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Picture } from '@/components/media/picture';
import { selectCan } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { fileDescribed, selectDraft } from '../studio-slice';
import styles from './editor.module.css';

/** The picture of a stored photo, which stays, and what it shows in words. */
export function StoredPhoto() {
  const dispatch = useAppDispatch();
  const [file] = useAppSelector(selectDraft).files;
  const keepsDetails = useAppSelector(selectCan('postDetails'));
  if (!file) return null;
  const { localId, previewUrl, alt } = file;
  return (
    <section className={styles.section} aria-label="Picture">
      {previewUrl && <Picture className={styles.stored} src={previewUrl} alt={alt} width={480} height={360} />}
      {keepsDetails && (
        <Field label="Description of the picture" optional hint="For people who cannot see it.">
          <Input
            value={alt}
            maxLength={500}
            onChange={(event) => dispatch(fileDescribed({ localId, alt: event.target.value }))}
          />
        </Field>
      )}
    </section>
  );
}
