import { Button, Card } from 'antd';
import { useState } from 'react';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { addNote } from '@/features/operations/person/person-acts';
import type { Person } from '@/features/operations/person/person-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppSelector } from '@/store/hooks';
import { PersonActDialog } from './person-acts';
import styles from './person-screen.module.css';

/** Notes of operators, for colleagues only. */
export function PersonNotes({ person: { _id, name, notes } }: { person: Person }) {
  const [isAdding, setIsAdding] = useState(false);
  const mayWrite = useAppSelector(selectMay('writeNotes'));
  const adding = {
    title: 'Add note',
    effect: `Only colleagues read notes; ${name} does not.`,
    reason: { label: 'Note', hint: 'Notes can’t be changed later.' },
    build: (text: string) => addNote(_id, text),
  };
  return (
    <Card title="Notes" extra={mayWrite && <Button onClick={() => setIsAdding(true)}>Add note</Button>}>
      {notes.length === 0 && <p className="muted">No notes yet. Write down what a colleague should know.</p>}
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note._id}>
            <p>{note.text}</p>
            <small className="muted">
              {note.operatorName || 'Deleted account'}, {formatFull(note.createdAt, { timeZone: VIEWER_TIME_ZONE })}
            </small>
          </li>
        ))}
      </ul>
      <PersonActDialog id={_id} act={isAdding ? adding : null} onClose={() => setIsAdding(false)} />
    </Card>
  );
}
