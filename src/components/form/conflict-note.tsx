import { TriangleAlert } from 'lucide-react';
import { Button } from '../basic/button';
import { Note } from '../basic/note';

/** A field that was changed elsewhere while its form was open. */
export interface FieldConflict {
  label: string;
  /** What is stored by now, and what was typed, as text; left out for what does not fit into a line. */
  theirs?: string;
  mine?: string;
}

interface ConflictNoteProps {
  conflicts: FieldConflict[];
  /** Saves what was typed over it. */
  onKeepMine: () => void;
  /** Puts what is stored into the fields. */
  onTakeTheirs: () => void;
}

/** Says what was saved elsewhere since the form was opened, and lets the person choose. Nothing is undone before. ADR 38. */
export function ConflictNote({ conflicts, onKeepMine, onTakeTheirs }: ConflictNoteProps) {
  if (conflicts.length === 0) return null;
  return (
    <Note icon={TriangleAlert} tone="warn">
      <div className="stack stack--sm">
        <p className="strong">Changed elsewhere since you opened it</p>
        <ul className="sm">
          {conflicts.map(({ label, theirs, mine }) => (
            <li key={label}>
              {label}
              {theirs !== undefined && mine !== undefined && `: “${theirs}” there, “${mine}” here`}
            </li>
          ))}
        </ul>
        <div className="row row--wrap">
          <Button size="sm" onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            Take theirs
          </Button>
        </div>
      </div>
    </Note>
  );
}
