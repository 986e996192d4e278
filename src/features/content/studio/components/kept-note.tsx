import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Sheet } from '@/components/layout/sheet';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { newDraftKey } from '../draft';
import { draftClosed, selectRestored } from '../studio-slice';
import styles from './composer.module.css';

/** Says that something unfinished was found on this device, and what of it is missing. */
export function KeptNote() {
  const restored = useAppSelector(selectRestored);
  if (!restored) return null;
  return (
    <Note icon={History} tone="accent">
      <div className={styles.keptRow}>
        <div className="grow">
          <p>We restored your unsaved draft.</p>
          {restored.lost > 0 && (
            <p>
              {pluralise(restored.lost, 'file')} had not finished uploading. Add {restored.lost === 1 ? 'it' : 'them'}{' '}
              again.
            </p>
          )}
        </div>
        <DiscardButton label="Start over" />
      </div>
    </Note>
  );
}

/** Throws the unfinished post away, after asking. */
export function DiscardButton({ label }: { label: string }) {
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
              dispatch(draftClosed({ key: newDraftKey }));
            }}
          >
            Delete draft
          </Button>
        </div>
      </Sheet>
    </>
  );
}
