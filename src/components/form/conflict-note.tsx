import { TriangleAlert } from 'lucide-react';
import { Button } from '../basic/button';
import { Note } from '../basic/note';

export interface FieldConflict {
  label: string;
  /** Stored and typed value; omitted if too long for one line. */
  theirs?: string;
  mine?: string;
}

interface ConflictNoteProps {
  conflicts: FieldConflict[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Lists fields saved elsewhere since the form was opened: the user chooses before anything is overwritten. ADR 38. */
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
