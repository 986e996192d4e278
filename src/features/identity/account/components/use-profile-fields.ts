import { useEffect, useEffectEvent, useRef } from 'react';
import { isObject } from '@/services/storage';
import { useAppSelector } from '@/store/hooks';
import { selectSection } from '../account-slice';
import { useSavedFormState } from '../use-kept-typing';

interface Typing<F extends object> {
  typed: Partial<F>;
  /** The stored profile when typing began; null if nothing was typed since the last save. */
  began: { stored: F; revision: number | undefined } | null;
}

const untouched = { typed: {}, began: null };

/** The stored profile with unsaved input. @returns `conflicts`: fields typed here that were also saved elsewhere */
export function useProfileFields<U extends { _id: string; revision?: number | undefined }, F extends object>(
  user: U,
  getFields: (user: U) => F,
) {
  const { status } = useAppSelector(selectSection('profile'));
  const stored = getFields(user);
  const now = { stored, revision: user.revision };
  const parse = ({ typed: kept, began: then }: Record<string, unknown>): Typing<F> | undefined =>
    isObject(kept) &&
    isAlike(kept, stored) &&
    (then === null || (isObject(then) && isObject(then['stored']) && isAlike(then['stored'], stored)))
      ? ({ typed: kept, began: then } as unknown as Typing<F>)
      : undefined;
  const saved = useSavedFormState<Typing<F>>({ form: 'profile', accountId: user._id }, untouched, parse);
  const { forget, restored, saveIfReviewed } = saved;
  const { typed, began } = saved.state;
  const setTyping = saved.setState;
  const sent = useRef(typed);
  const follow = useEffectEvent((next: typeof status) => {
    if (next === 'pending') sent.current = typed;
    if (next !== 'saved') return;
    setTyping((kept) => ({ typed: differing(kept.typed, sent.current), began: null }));
  });
  useEffect(() => follow(status), [status]);
  const fields = { ...stored, ...typed };
  const change = (part: Partial<F>) =>
    setTyping((kept) => ({ typed: { ...kept.typed, ...part }, began: kept.began ?? now }));
  const seen = began ?? now;
  const changedThere = Object.keys(differing(stored, seen.stored)) as (keyof F)[];
  const conflicts = changedThere.filter((key) => key in typed && key in differing(fields, stored));
  return {
    fields,
    stored,
    change,
    changed: Object.keys(differing(fields, stored)) as (keyof F)[],
    isChanged: JSON.stringify(fields) !== JSON.stringify(stored),
    conflicts,
    /** Fields changed only elsewhere are not sent, so the others can be saved with the newest revision. */
    revision: conflicts.length > 0 ? seen.revision : now.revision,
    keepMine: () => setTyping((kept) => ({ ...kept, began: now })),
    takeTheirs: () =>
      setTyping(({ typed: kept }) => {
        const others = Object.entries(kept).filter(([key]) => !conflicts.includes(key as keyof F));
        return { typed: Object.fromEntries(others) as Partial<F>, began: now };
      }),
    forget,
    restored,
    saveIfReviewed,
  };
}

const isAlike = (fields: Record<string, unknown>, form: object): boolean =>
  Object.entries(fields).every(([key, value]) => {
    const own = (form as Record<string, unknown>)[key];
    return typeof value === typeof own && Array.isArray(value) === Array.isArray(own);
  });

/** Only changed fields are sent, because another tab or device may have saved the others. */
export const differing = <P extends object>(fields: P, before: P) =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof P])),
  ) as Partial<P>;
