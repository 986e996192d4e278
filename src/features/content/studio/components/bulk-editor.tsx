import { Check, Film, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Problem } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Input } from '@/components/form/input';
import { useDrop } from '@/components/hooks/use-drop';
import { useFileField } from '@/components/hooks/use-file-field';
import { Panel } from '@/components/layout/panel';
import { LeaveGuard } from '@/components/states/leave-guard';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { bulkStoreRequested, getTitleFromFileName } from '../bulk-upload';
import { hasUnsavedFiles, type DraftFile } from '../draft';
import { getPriceProblem } from '../draft-problems';
import { acceptedTypes, selectHasReadableKinds, ACCEPTED_TEXTS, toPicked } from '../file-rules';
import type { StoreAs } from '../studio-kind';
import {
  bulkOpened,
  filePicked,
  fileTitled,
  selectDraft,
  selectIsLockedElsewhere,
  selectSaving,
} from '../studio-slice';
import { BULK_KEY } from '../studio-state';
import { AudienceChoice } from './audience-choice';
import { DraftUpload } from './draft-files';
import { EditorFoot } from './editor-foot';
import { KeptNote } from './kept-note';
import styles from './editor.module.css';

const footWords = { close: 'Close', draft: 'Save drafts', publish: 'Publish all', publishing: 'Publishing' };

export function BulkEditor() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(bulkOpened()), [dispatch]);
  const draft = useAppSelector(selectDraft);
  const isSaving = useAppSelector(selectSaving).status === 'pending';
  const { minimumPpvPrice: minPrice, maximumPpvPrice: maxPrice } = useAppSelector(selectSettings);
  const [wasTried, setWasTried] = useState(false);
  const price = getPriceProblem(draft, { minPrice, maxPrice });
  const isElsewhere = useAppSelector(selectIsLockedElsewhere(BULK_KEY));
  const open = draft.files.filter(({ storedId }) => storedId === null);
  const store = (as: StoreAs) => {
    setWasTried(true);
    if (price || open.length === 0) return;
    dispatch(bulkStoreRequested({ as }));
  };
  return (
    <Form className={styles.form}>
      <KeptNote />
      <div className={styles.sections} inert={isElsewhere}>
        <Films files={draft.files} isMissing={wasTried && open.length === 0} />
        <div className={styles.sections} inert={isSaving}>
          <AudienceChoice problems={wasTried && price ? { price } : {}} />
        </div>
        <p className="sm muted">
          Each video is saved as soon as it’s uploaded. Add its thumbnail, teaser and description later, in its editor.
        </p>
      </div>
      {!isElsewhere && <EditorFoot words={footWords} onStore={store} />}
      {/* Drafts and uploads continue on other pages, but end if the tab is closed. */}
      <LeaveGuard when={!isElsewhere && (isSaving || hasUnsavedFiles(draft)) ? 'closing' : null}>
        <p>{pluralise(open.length, 'video')} not saved yet.</p>
      </LeaveGuard>
    </Form>
  );
}

function Films({ files, isMissing }: { files: DraftFile[]; isMissing: boolean }) {
  const dispatch = useAppDispatch();
  const knowsKinds = useAppSelector(selectHasReadableKinds);
  const addPicked = (picked: readonly File[]) => {
    for (const file of picked) {
      const draftFile = { ...toPicked(file, 'video', 'files', knowsKinds), title: getTitleFromFileName(file.name) };
      dispatch(filePicked({ slot: 'files', file, draftFile }));
    }
  };
  const { isOver, ...drop } = useDrop(addPicked, true);
  const stored = files.filter(({ storedId }) => storedId !== null).length;
  const picker = useFileField({
    accept: acceptedTypes('video', knowsKinds).join(','),
    multiple: true,
    testId: 'pick-bulk',
    onFiles: addPicked,
  });
  return (
    <div className={cx(isOver && styles.over)} {...drop}>
      {files.length === 0 ? (
        <div className={cx(styles.place, isMissing && styles.placeWrong)}>
          <Icon of={Film} size={28} />
          <p className="strong">Drop your videos here</p>
          <p className="sm muted">{ACCEPTED_TEXTS.video} each</p>
          <Button variant="soft" onClick={picker.open}>
            Choose videos
          </Button>
          {isMissing && (
            <p className={styles.problem} role="alert">
              Add at least one video.
            </p>
          )}
        </div>
      ) : (
        <Panel
          title={pluralise(files.length, 'video')}
          aside={
            <Button variant="soft" size="sm" icon={Plus} onClick={picker.open}>
              Add
            </Button>
          }
        >
          <p className="xs muted num" role="status">
            {stored} of {files.length} saved
          </p>
          <ul className={styles.bulk} aria-label="Videos">
            {files.map((file) => (
              <BulkRow key={file.localId} file={file} />
            ))}
          </ul>
        </Panel>
      )}
      {picker.field}
    </div>
  );
}

const UNANSWERED_TEXT = 'No answer came, so we can’t tell if this was saved. Save it again: it won’t be there twice.';

function BulkRow({ file }: { file: DraftFile }) {
  const dispatch = useAppDispatch();
  const { localId, storedId, title = '', name, refusal, sent } = file;
  const isSaving = useAppSelector(selectSaving).status === 'pending';
  if (storedId !== null)
    return (
      <li className={cx('row row--between', styles.bulkDone)}>
        <span className="strong truncate">{title || getTitleFromFileName(name)}</span>
        <Badge tone="success" icon={Check}>
          Saved
        </Badge>
      </li>
    );
  return (
    <li className={styles.bulkRow}>
      <Field label={`Title of ${name}`} hideLabel>
        <Input
          value={title}
          maxLength={200}
          readOnly={isSaving && Boolean(sent) && !refusal}
          onChange={(event) =>
            dispatch(fileTitled({ place: { key: BULK_KEY, slot: 'files', localId }, title: event.target.value }))
          }
        />
      </Field>
      <ul aria-label={name}>
        <DraftUpload file={file} slot="files" />
      </ul>
      <Problem>{refusal ? (sent ? UNANSWERED_TEXT : `Not saved: ${refusal}`) : undefined}</Problem>
    </li>
  );
}
