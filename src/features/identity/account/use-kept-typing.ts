import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { isObject, createStoredValue } from '@/services/storage';

/** A form that somebody types into for longer than they would again. */
type FormName = 'profile' | 'welcome';

const typingStore = (form: FormName, accountId: string) =>
  createStoredValue(`typed_${form}_${accountId}`, (value) => (isObject(value) ? value : undefined), 'sessionStorage');

/**
 * State of a form that its tab keeps until it is saved or given up: a session may end while somebody types, and the page with
 * it. Whoever logs in as the same account again finds it as it was.
 *
 * @param initial while nothing was typed; also what counts as nothing to keep.
 * @param parse what an older version of the site may have kept otherwise; undefined drops it.
 * @returns the state, how to set it, and how to forget it: for somebody who leaves the page without saving.
 */
export function useSavedFormState<T extends object>(
  { form, accountId }: { form: FormName; accountId: string },
  initial: T,
  parse: (value: Record<string, unknown>) => T | undefined,
): [T, Dispatch<SetStateAction<T>>, () => void] {
  const [state, setState] = useState(initial);
  const [isRead, setIsRead] = useState(false);
  const read = useEffectEvent((...place: Parameters<typeof typingStore>) => {
    const kept = typingStore(...place).read();
    setState((kept && parse(kept)) ?? initial);
    setIsRead(true);
  });
  // The server knows nothing of it: the first picture has to be the same there.
  useEffect(() => read(form, accountId), [form, accountId]);
  const isUntouched = JSON.stringify(state) === JSON.stringify(initial);
  useEffect(() => {
    if (!isRead) return;
    const store = typingStore(form, accountId);
    if (isUntouched) store.remove();
    else store.write(state as Record<string, unknown>);
  }, [form, accountId, isRead, isUntouched, state]);
  return [state, setState, () => typingStore(form, accountId).remove()];
}
