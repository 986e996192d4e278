import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppSelector } from '@/store/hooks';
import { selectSection } from '../account-slice';

/**
 * The fields of a profile: as they are stored, but for what was typed and is not saved. The account is loaded again for many
 * reasons, such as a new picture, also while a save is on its way.
 */
export function useProfileFields<U, F extends object>(user: U, fieldsOf: (user: U) => F) {
  const { status } = useAppSelector(selectSection('profile'));
  const [typed, setTyped] = useState<Partial<F>>({});
  const sent = useRef(typed);
  const follow = useEffectEvent((now: typeof status) => {
    if (now === 'pending') sent.current = typed;
    // What was typed since then is not saved yet.
    if (now === 'saved') setTyped((kept) => differing(kept, sent.current));
  });
  useEffect(() => follow(status), [status]);
  const stored = fieldsOf(user);
  const fields = { ...stored, ...typed };
  const change = (part: Partial<F>) => setTyped((now) => ({ ...now, ...part }));
  return { fields, stored, change, isChanged: JSON.stringify(fields) !== JSON.stringify(stored) };
}

/** Those of the fields that are not as before: another tab or device may have saved the others meanwhile. */
export const differing = <P extends object>(fields: P, before: P) =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof P])),
  ) as Partial<P>;
