import { RestoredNote } from '@/components/form/restored-note';
import { differing, type useProfileFields } from './use-profile-fields';

interface RestoredProfileNoteProps<F extends object> {
  profile: Pick<
    ReturnType<typeof useProfileFields<{ _id: string; revision?: number | undefined }, F>>,
    'fields' | 'stored' | 'restored'
  >;
  labels: Record<keyof F, string>;
}

export function RestoredProfileNote<F extends object>({ profile, labels }: RestoredProfileNoteProps<F>) {
  const { fields, stored, restored } = profile;
  const changed = Object.keys(differing(fields, stored)) as (keyof F)[];
  if (!restored || changed.length === 0) return null;
  const { savedAt, note, keep, discard } = restored;
  return (
    <RestoredNote
      ref={note}
      savedAt={savedAt}
      fields={changed.map((key) => labels[key])}
      onKeep={keep}
      onDiscard={discard}
    />
  );
}
