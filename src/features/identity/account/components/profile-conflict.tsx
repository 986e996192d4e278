import { useEffect, useEffectEvent, useRef } from 'react';
import { ConflictNote } from '@/components/form/conflict-note';
import type { ApiFailure } from '@/services/api-error';
import { useAppSelector } from '@/store/hooks';
import { selectSection } from '../account-slice';
import type { useProfileFields } from './use-profile-fields';

export const isChangedElsewhere = (error: ApiFailure | null): boolean => error?.code === 'CHANGED_ELSEWHERE';

/** Runs when a save is refused while the form is open, but not for the refusal of an earlier visit to it. */
export function useRefusal(isRefused: boolean, onRefused: () => void) {
  const wasRefused = useRef(isRefused);
  const handleRefusal = useEffectEvent(onRefused);
  useEffect(() => {
    if (isRefused && !wasRefused.current) handleRefusal();
    wasRefused.current = isRefused;
  }, [isRefused]);
}

interface ProfileConflictProps<F extends object> {
  profile: Pick<
    ReturnType<typeof useProfileFields<{ _id: string; revision?: number | undefined }, F>>,
    'fields' | 'stored' | 'conflicts' | 'keepMine' | 'takeTheirs'
  >;
  labels: Record<keyof F, string>;
  user: { revision?: number | undefined };
  onSave: (revision: number | undefined) => void;
}

export function ProfileConflict<F extends object>({ profile, labels, user, onSave }: ProfileConflictProps<F>) {
  const { fields, stored, conflicts, keepMine, takeTheirs } = profile;
  const { error } = useAppSelector(selectSection('profile'));
  const isRefused = isChangedElsewhere(error);
  useRefusal(isRefused, () => {
    // If only other fields were changed elsewhere, both changes are kept without asking.
    if (conflicts.length === 0) onSave(user.revision);
  });
  return (
    <ConflictNote
      conflicts={conflicts.map((key) => {
        const [theirs, mine] = [stored[key], fields[key]];
        const isText = typeof theirs === 'string' && typeof mine === 'string' && theirs.length + mine.length < 80;
        return { label: labels[key], ...(isText && { theirs, mine }) };
      })}
      onKeepMine={() => {
        keepMine();
        onSave(user.revision);
      }}
      onTakeTheirs={takeTheirs}
    />
  );
}
