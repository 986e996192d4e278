import { AppWindow, Check, History, SquarePen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Note } from '@/components/basic/note';
import { TimeAgo } from '@/components/basic/times';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { studioNames, getNoun, type StudioKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { shortenToTitle } from '@/lib/shorten';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { listFiles, isUploading, newDraftKey, type Draft, type DraftKey } from '../draft';
import {
  draftClosed,
  draftAutosaveRequested,
  editorOpened,
  autosavedDraftRequested,
  selectDraft,
  selectIsLockedElsewhere,
  selectOpenKey,
  selectUnfinishedAt,
  draftLockRequested,
} from '../studio-slice';
import { BULK_KEY } from '../studio-state';
import styles from './editor.module.css';

export function KeptNote() {
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectOpenKey);
  const { id, kind, isRestored } = useAppSelector(selectDraft);
  const isElsewhere = useAppSelector(selectIsLockedElsewhere(key));
  useSaveOnPageHide();
  if (isElsewhere)
    return (
      <Note icon={AppWindow} tone="warn">
        <div className={cx('row', styles.keptRow)}>
          <p className="grow">You’re working on this in another tab.</p>
          <Button size="sm" onClick={() => dispatch(draftLockRequested({ key }))}>
            Continue here
          </Button>
        </div>
      </Note>
    );
  if (!isRestored) return null;
  if (id !== null)
    return (
      <Note icon={History} tone="accent">
        <div className={cx('row', styles.keptRow)}>
          <p className="grow">We restored changes that were not saved.</p>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              dispatch(draftClosed({ key }));
              dispatch(editorOpened({ kind, id }));
            }}
          >
            Discard them
          </Button>
        </div>
      </Note>
    );
  return (
    <Note icon={History} tone="accent">
      <div className={cx('row', styles.keptRow)}>
        <p className="grow">We restored your {key === BULK_KEY ? 'videos' : 'unsaved draft'}.</p>
        <DiscardButton draftKey={key} label="Start over" />
      </div>
    </Note>
  );
}

/** Saves the last keystrokes when the page closes or another tab comes to the front. */
function useSaveOnPageHide(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const saveNow = () => void dispatch(draftAutosaveRequested());
    window.addEventListener('pagehide', saveNow);
    window.addEventListener('blur', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      window.removeEventListener('blur', saveNow);
    };
  }, [dispatch]);
}

const discardWords = {
  one: {
    title: 'Delete this draft?',
    keep: 'Keep it',
    discard: 'Delete draft',
    text: 'Its text and files are deleted, also from this device.',
  },
  many: {
    title: 'Delete these videos?',
    keep: 'Keep them',
    discard: 'Delete videos',
    text: 'Those that are saved stay. The others are deleted, also from this device.',
  },
};

function DiscardButton({ draftKey, label }: { draftKey: DraftKey; label?: string }) {
  const dispatch = useAppDispatch();
  const [isAsking, setIsAsking] = useState(false);
  // A draft that is being stored could be published any moment: too late to discard it. A bulk upload can be stopped.
  const isTooLate =
    useAppSelector(({ studio }) => studio.writing.saving[draftKey]?.status) === 'pending' && draftKey !== BULK_KEY;
  const { title, text, keep, discard } = discardWords[draftKey === BULK_KEY ? 'many' : 'one'];
  return (
    <>
      <Button variant="ghost" size="sm" disabled={isTooLate} onClick={() => setIsAsking(true)}>
        {label ?? discard}
      </Button>
      <Sheet open={isAsking && !isTooLate} onClose={() => setIsAsking(false)} title={title}>
        <p>{text}</p>
        <FormFoot>
          <div className="row row--end row--wrap">
            <Button variant="ghost" onClick={() => setIsAsking(false)}>
              {keep}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setIsAsking(false);
                dispatch(draftClosed({ key: draftKey }));
              }}
            >
              {discard}
            </Button>
          </div>
        </FormFoot>
      </Sheet>
    </>
  );
}

export function KeepingWords() {
  const { id, isChanged, keptAt } = useAppSelector(selectDraft);
  if (id !== null) return isChanged ? <span className="sm muted">Changes not saved yet</span> : null;
  if (keptAt === null) return null;
  return (
    <span className={cx('sm muted', styles.keeping)}>
      <Icon of={Check} size={16} />
      Saved on this device · <TimeAgo value={keptAt} />
    </span>
  );
}

export function UnfinishedItems({ kind }: { kind: StudioKindName }) {
  return (
    <>
      <Unfinished
        draftKey={newDraftKey(kind)}
        getTitle={(draft) => draft.title || shortenToTitle(draft.text) || `Untitled ${getNoun(kind)}`}
        href={studioNames[kind].own.create}
      />
      {kind === 'video' && (
        <Unfinished
          draftKey={BULK_KEY}
          getTitle={({ files }) =>
            `${pluralise(files.filter(({ storedId }) => storedId === null).length, 'video')} not saved yet`
          }
          href={paths.creator.bulkUpload}
        />
      )}
    </>
  );
}

interface UnfinishedProps {
  draftKey: DraftKey;
  getTitle: (draft: Draft) => string;
  href: string;
}

function Unfinished({ draftKey, getTitle, href }: UnfinishedProps) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectUnfinishedAt(draftKey));
  useEffect(() => void dispatch(autosavedDraftRequested({ key: draftKey })), [dispatch, draftKey]);
  if (!draft) return null;
  const files = listFiles(draft);
  const ready = files.filter(({ upload }) => upload.step === 'ready').length;
  const words = files.length > 0 ? `${ready} of ${pluralise(files.length, 'file')} ready` : 'Not published yet';
  return (
    <Note icon={SquarePen} tone="accent" className={styles.unfinished}>
      <div className={cx('row', styles.keptRow)}>
        <div>
          <p className="strong truncate">{getTitle(draft)}</p>
          <p className="num" role="status">
            {isUploading(draft) ? `Uploading: ${words.toLowerCase()}` : words}
          </p>
        </div>
        <DiscardButton draftKey={draftKey} />
        <Button size="sm" href={href}>
          Continue
        </Button>
      </div>
    </Note>
  );
}
