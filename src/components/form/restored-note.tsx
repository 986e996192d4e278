import { History } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../basic/button';
import { Note } from '../basic/note';
import { TimeAgo } from '../basic/times';

interface RestoredNoteProps {
  ref?: Ref<HTMLDivElement>;
  /** Milliseconds since 1970; null if unknown. */
  savedAt: number | null;
  /** Labels of the fields whose input differs from the stored values. */
  fields: string[];
  onKeep: () => void;
  onDiscard: () => void;
}

/** At the top of a form that was opened with input from an earlier visit. */
export function RestoredNote({ ref, savedAt, fields, onKeep, onDiscard }: RestoredNoteProps) {
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Unsaved changes">
      <Note icon={History} tone="warn">
        <div className="stack stack--sm">
          <p className="strong">
            You have unsaved changes
            {savedAt !== null && (
              <>
                {' from '}
                <TimeAgo value={savedAt} inSentence />
              </>
            )}
            .
          </p>
          <p>Changed: {fields.join(', ')}.</p>
          <p>Keep or discard them before you save.</p>
          <div className="row row--wrap">
            <Button size="sm" onClick={onKeep}>
              Keep editing
            </Button>
            <Button size="sm" onClick={onDiscard}>
              Discard changes
            </Button>
          </div>
        </div>
      </Note>
    </div>
  );
}
