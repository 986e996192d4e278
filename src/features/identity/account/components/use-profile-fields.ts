import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppSelector } from '@/store/hooks';
import { selectSection } from '../account-slice';

/**
 * The fields of a profile: as they are stored, but for what was typed and is not saved. The account is loaded again for many
 * reasons, such as a new picture, also while a save is on its way.
 *
 * @returns `conflicts` names the fields that were typed here and saved elsewhere since; `revision` goes along with the save.
 */
export function useProfileFields<U extends { revision?: number | undefined }, F extends object>(
  user: U,
  fieldsOf: (user: U) => F,
) {
  const { status } = useAppSelector(selectSection('profile'));
  const [typed, setTyped] = useState<Partial<F>>({});
  const stored = fieldsOf(user);
  const now = { stored, revision: user.revision };
  /** What was there when the typing began. */
  const [began, setBegan] = useState<typeof now | null>(null);
  const sent = useRef(typed);
  const follow = useEffectEvent((next: typeof status) => {
    if (next === 'pending') sent.current = typed;
    if (next !== 'saved') return;
    // What was typed since then is not saved yet.
    setTyped((kept) => differing(kept, sent.current));
    setBegan(null);
  });
  useEffect(() => follow(status), [status]);
  const fields = { ...stored, ...typed };
  const change = (part: Partial<F>) => {
    setBegan((kept) => kept ?? now);
    setTyped((kept) => ({ ...kept, ...part }));
  };
  const seen = began ?? now;
  const changedThere = Object.keys(differing(stored, seen.stored)) as (keyof F)[];
  const conflicts = changedThere.filter((key) => key in typed && key in differing(fields, stored));
  return {
    fields,
    stored,
    change,
    isChanged: JSON.stringify(fields) !== JSON.stringify(stored),
    conflicts,
    /** Fields that were changed elsewhere only are not sent, so that the newest revision goes for the others. */
    revision: conflicts.length > 0 ? seen.revision : now.revision,
    keepMine: () => setBegan(now),
    takeTheirs: () => {
      setTyped(
        (kept) =>
          Object.fromEntries(Object.entries(kept).filter(([key]) => !conflicts.includes(key as keyof F))) as Partial<F>,
      );
      setBegan(now);
    },
  };
}

/** Those of the fields that are not as before: another tab or device may have saved the others meanwhile. */
export const differing = <P extends object>(fields: P, before: P) =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof P])),
  ) as Partial<P>;
