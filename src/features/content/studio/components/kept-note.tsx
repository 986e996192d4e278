import { AppWindow, Check, History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Note } from '@/components/basic/note';
import { TimeAgo } from '@/components/basic/times';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { DraftKey } from '../draft';
import {
  bulkKey,
  draftClosed,
  selectDraft,
  selectIsElsewhere,
  selectIsStoring,
  selectOpenKey,
  turnWanted,
} from '../studio-slice';
import styles from './editor.module.css';

/** Says that something unfinished was found on this device, or that another tab has it. */
export function KeptNote() {
  const key = useAppSelector(selectOpenKey);
  const { id, isRestored } = useAppSelector(selectDraft);
  const isElsewhere = useAppSelector(selectIsElsewhere(key));
  if (isElsewhere) return <ElsewhereNote draftKey={key} />;
  if (id !== null || !isRestored) return null;
  return (
    <Note icon={History} tone="accent">
      <div className={styles.keptRow}>
        <p className="grow">We restored your {key === bulkKey ? 'videos' : 'unsaved draft'}.</p>
        <DiscardButton draftKey={key} label="Start over" />
      </div>
    </Note>
  );
}

function ElsewhereNote({ draftKey }: { draftKey: DraftKey }) {
  const dispatch = useAppDispatch();
  return (
    <Note icon={AppWindow} tone="warn">
      <div className={styles.keptRow}>
        <p className="grow">You’re working on this in another tab.</p>
        <Button size="sm" onClick={() => dispatch(turnWanted({ key: draftKey }))}>
          Continue here
        </Button>
      </div>
    </Note>
  );
}

const discardWords = {
  one: {
    title: 'Delete this draft?',
    text: 'Its text and files are deleted, also from this device.',
    button: 'Delete draft',
  },
  many: {
    title: 'Delete these videos?',
    text: 'Those that are saved stay. The others are deleted, also from this device.',
    button: 'Delete videos',
  },
};

/** Throws what is unfinished away, after asking. */
export function DiscardButton({ draftKey, label }: { draftKey: DraftKey; label: string }) {
  const dispatch = useAppDispatch();
  const [isAsking, setIsAsking] = useState(false);
  // It may be out any moment. Of many, those that are not saved yet can be stopped.
  const isTooLate = useAppSelector(selectIsStoring(draftKey)) && draftKey !== bulkKey;
  const { title, text, button } = discardWords[draftKey === bulkKey ? 'many' : 'one'];
  return (
    <>
      <Button variant="ghost" size="sm" disabled={isTooLate} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <Sheet open={isAsking && !isTooLate} onClose={() => setIsAsking(false)} title={title}>
        <p>{text}</p>
        <div className={styles.sheetActions}>
          <Button variant="ghost" onClick={() => setIsAsking(false)}>
            {draftKey === bulkKey ? 'Keep them' : 'Keep it'}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setIsAsking(false);
              dispatch(draftClosed({ key: draftKey }));
            }}
          >
            {button}
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
