import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { isObject, createStoredValue } from '@/services/storage';

type FormName = 'profile' | 'welcome';

const typingStore = (form: FormName, accountId: string) =>
  createStoredValue(`typed_${form}_${accountId}`, (value) => (isObject(value) ? value : undefined), 'sessionStorage');

/** Restored input that the user has neither kept nor discarded yet. */
export interface RestoredInput {
  /** Milliseconds since 1970; null if an older version saved it. */
  savedAt: number | null;
  setNote: (note: HTMLDivElement | null) => void;
  keep(): void;
  discard(): void;
}

interface SavedFormState<T> {
  state: T;
  setState: Dispatch<SetStateAction<T>>;
  /** Deletes the saved state. */
  forget: () => void;
  /** For `RestoredNote`, at the top of the form. */
  restored: RestoredInput | null;
  /** Runs `save`; while the user has not decided about restored input, moves the focus to its note instead. */
  saveIfReviewed: (save: () => void) => void;
}

/**
 * Form state that the tab saves until it is submitted or discarded, because the session can end while the user types. After a
 * login to the same account, or a reload, the form is restored. Restored input cannot be submitted before the user keeps it:
 * they may have abandoned it.
 * @param initial state of an untouched form, which is not saved
 * @param parse converts state saved by an older version; undefined drops it
 */
export function useSavedFormState<T extends object>(
  { form, accountId }: { form: FormName; accountId: string },
  initial: T,
  parse: (value: Record<string, unknown>) => T | undefined,
): SavedFormState<T> {
  const [state, setState] = useState(initial);
  const [isRead, setIsRead] = useState(false);
  const [found, setFound] = useState<{ state: T; savedAt: number | null } | null>(null);
  const [note, setNote] = useState<HTMLDivElement | null>(null);
  const read = useEffectEvent((...place: Parameters<typeof typingStore>) => {
    const kept = typingStore(...place).read();
    const parsed = kept && parse(kept);
    const savedAt = kept?.['savedAt'];
    setState(parsed ?? initial);
    setFound(parsed ? { state: parsed, savedAt: typeof savedAt === 'number' ? savedAt : null } : null);
    setIsRead(true);
  });
  // Read after hydration, because the server does not know the saved state.
  useEffect(() => read(form, accountId), [form, accountId]);
  const isUntouched = JSON.stringify(state) === JSON.stringify(initial);
  const isAsRestored = found !== null && JSON.stringify(state) === JSON.stringify(found.state);
  useEffect(() => {
    if (!isRead) return;
    const store = typingStore(form, accountId);
    if (isUntouched) store.remove();
    // Restored input keeps its time, even if the browser itself fills it in again.
    else if (!isAsRestored) store.write({ ...state, savedAt: Date.now() });
  }, [form, accountId, isRead, isUntouched, isAsRestored, state]);
  const restored = found && !isUntouched ? found : null;
  return {
    state,
    setState,
    forget: () => typingStore(form, accountId).remove(),
    restored: restored && {
      savedAt: restored.savedAt,
      setNote,
      keep: () => setFound(null),
      discard: () => {
        setFound(null);
        setState(initial);
      },
    },
    saveIfReviewed: (save) => (restored && note ? note.focus() : save()),
  };
}
