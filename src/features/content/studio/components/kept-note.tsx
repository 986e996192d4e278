import { Check, History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Note } from '@/components/basic/note';
import { TimeAgo } from '@/components/basic/times';
import { Sheet } from '@/components/layout/sheet';
import type { StudioKindName } from '@/config/item-names';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { newDraftKey } from '../draft';
import { draftClosed, selectDraft } from '../studio-slice';
import styles from './editor.module.css';

/** Says that something unfinished was found on this device, and what of it is missing. */
export function KeptNote() {
  const { kind, lost } = useAppSelector(selectDraft);
  if (lost === null) return null;
  return (
    <Note icon={History} tone="accent">
      <div className={styles.keptRow}>
        <div className="grow">
          <p>We restored your unsaved draft.</p>
          {lost > 0 && (
            <p>
              {pluralise(lost, 'file')} had not finished uploading. Add {lost === 1 ? 'it' : 'them'} again.
            </p>
          )}
        </div>
        <DiscardButton kind={kind} label="Start over" />
      </div>
    </Note>
  );
}

/** Throws the unfinished item away, after asking. */
export function DiscardButton({ kind, label }: { kind: StudioKindName; label: string }) {
  const dispatch = useAppDispatch();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <Sheet open={isAsking} onClose={() => setIsAsking(false)} title="Delete this draft?">
        <p>Its text and files are deleted, also from this device.</p>
        <div className={styles.sheetActions}>
          <Button variant="ghost" onClick={() => setIsAsking(false)}>
            Keep it
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setIsAsking(false);
              dispatch(draftClosed({ key: newDraftKey(kind) }));
            }}
          >
            Delete draft
          </Button>
        </div>
      </Sheet>
    </>
  );
}

/** What happened to what was typed so far. Nothing while nothing was typed. */
export function KeepingWords() {
  const { id, isChanged, keptAt } = useAppSelector(selectDraft);
  if (id !== null) return isChanged ? <span className={styles.keeping}>Changes not saved yet</span> : null;
  if (keptAt === null) return null;
  return (
    <span className={styles.keeping}>
      <Icon of={Check} size={16} />
      Saved on this device · <TimeAgo value={keptAt} />
    </span>
  );
}
