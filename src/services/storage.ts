import { parseJsonOrText } from '@/lib/parse-json';

/**
 * The browser's storage. Each value is checked when it is read: what an older version or another hand left there is
 * dropped rather than believed. Private windows may refuse storage; then nothing is kept and nothing breaks.
 */
interface StoredValue<T> {
  read(): T | undefined;
  write(value: T): void;
  remove(): void;
  /** Hears what other tabs make of it: what it is now, and what it was before. @returns the way to stop. */
  watch(onChange: (now: T | undefined, before: T | undefined) => void): () => void;
}

/** @param area `sessionStorage` for what ends with its tab. */
export function createStoredValue<T>(
  key: string,
  parse: (value: unknown) => T | undefined,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): StoredValue<T> {
  const read = (text: string | null) => (text === null ? undefined : parse(parseJsonOrText(text)));
  return {
    read() {
      try {
        return read(window[area].getItem(key));
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        window[area].setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
      } catch {
        // Full or refused: the value lives until the page is left.
      }
    },
    remove() {
      try {
        window[area].removeItem(key);
      } catch {
        // Refused storage holds nothing to remove.
      }
    },
    watch(onChange) {
      const handleStorage = (event: StorageEvent) => {
        if (event.key === key) onChange(read(event.newValue), read(event.oldValue));
      };
      window.addEventListener('storage', handleStorage);
      return () => window.removeEventListener('storage', handleStorage);
    },
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const parseText = (maxLength: number) => (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= maxLength ? value : undefined;

/** Who brought the visitor here, from the `ref` query parameter. */
export const referralStore = createStoredValue('ref', parseText(100));
export const faviconStore = createStoredValue('favicon', parseText(2000));
export const themeStore = createStoredValue('theme', (value) =>
  value === 'light' || value === 'dark' ? value : undefined,
);

/** When a tab of this browser last changed who is logged in: a cookie tells nobody that it changed. */
export const loginChangeStore = createStoredValue('login_changed', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** What a log-in answered for this device: guesses of strangers do not stand in its way. Nobody is logged in by it. */
export const deviceStore = createStoredValue('device', parseText(100));

/** Welcome videos were dismissed on this device, where no account remembers it. */
export const welcomeVideoStore = createStoredValue('welcome_videos', (value) =>
  value === 'hidden' ? value : undefined,
);

/** Announcements that this reader dismissed, newest last. */
export const dismissedPromoStore = createStoredValue('dismissed_promos', (value) =>
  Array.isArray(value) && value.every((id) => typeof id === 'string') ? value.slice(-50) : undefined,
);

/** Ids of items and creators that a reader does not want to see, newest last. @param reader the account; empty for a visitor. */
export const hiddenPostStore = (reader: string) =>
  createStoredValue(`hidden_posts_${reader}`, (value) =>
    Array.isArray(value) && value.every((id) => typeof id === 'string') ? value.slice(-500) : undefined,
  );

/** What somebody means to order; what it holds is the cart's to check. @param reader the account; empty for a visitor. */
export const cartStore = (reader: string) =>
  createStoredValue(`cart_${reader}`, (value) => (Array.isArray(value) && value.every(isObject) ? value : undefined));

/** Names of the calls that this backend was found not to serve, for as long as the tab is open. Decisions 6. */
export const unknownCallStore = createStoredValue(
  'unknown_calls',
  (value) => (Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined),
  'sessionStorage',
);

/** A payment that this tab has begun and not seen the end of. What is wanted is for the checkout to check. */
export interface StoredPayment {
  /** Who pays: nobody else who logs in here goes on with it. */
  userId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Idempotency key of its calls. */
  key: string;
  intent: Record<string, unknown>;
  attempt: Record<string, unknown>[];
  /** Ids that the backend's books held before. */
  before: string[];
  /** The sheet was closed before its end was seen. */
  isLeft: boolean;
}

function parseStartedPayment(value: unknown): StoredPayment | undefined {
  if (!isObject(value)) return undefined;
  const { userId, startedAt, key, intent, attempt, before, isLeft } = value;
  const areTexts = typeof userId === 'string' && typeof key === 'string' && typeof startedAt === 'number';
  if (!areTexts || !isObject(intent) || !Array.isArray(attempt) || !attempt.every(isObject)) return undefined;
  if (!Array.isArray(before) || !before.every((id) => typeof id === 'string')) return undefined;
  return { userId, startedAt, key, intent, attempt, before, isLeft: isLeft === true };
}

/** Payments of this tab whose end was not seen, the last begun at the end. */
export const startedPaymentStore = createStoredValue(
  'started_payments',
  (value) => (Array.isArray(value) ? value.flatMap((one) => parseStartedPayment(one) ?? []) : undefined),
  'sessionStorage',
);

/** Whose picked files this device keeps: `kept-files.ts`. */
export const pickedFilesOwnerStore = createStoredValue('kept_files', parseText(100));

/** What a creator is writing, by what it is called and by account: what it holds is the editor's to check. */
export const draftStore = (noun: string, accountId: string) =>
  createStoredValue(`${noun}_draft_${accountId}`, (value) => (isObject(value) ? value : undefined));
