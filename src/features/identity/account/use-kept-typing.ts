import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { isObject, createStoredValue } from '@/services/storage';

type FormName = 'profile' | 'welcome';

const typingStore = (form: FormName, accountId: string) =>
  createStoredValue(`typed_${form}_${accountId}`, (value) => (isObject(value) ? value : undefined), 'sessionStorage');

/**
 * Form state that the tab saves until it is submitted or discarded, because the session can end while the user types. After a
 * login to the same account, the form is restored.
 * @param initial state of an untouched form, which is not saved
 * @param parse converts state saved by an older version; undefined drops it
 * @returns state, setter, and a function that deletes the saved state
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
  // Read after hydration, because the server does not know the saved state.
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
