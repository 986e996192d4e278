import { RestoredNote } from '@/components/form/restored-note';
import type { RestoredInput } from '../use-kept-typing';

interface RestoredInputNoteProps {
  restored: RestoredInput | null;
  /** Labels of the changed fields. */
  fields: string[];
}

export function RestoredInputNote({ restored, fields }: RestoredInputNoteProps) {
  if (!restored || fields.length === 0) return null;
  const { savedAt, setNote, keep, discard } = restored;
  return <RestoredNote ref={setNote} savedAt={savedAt} fields={fields} onKeep={keep} onDiscard={discard} />;
}
