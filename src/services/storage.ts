import { parseJsonOrText } from '@/lib/parse-json';

/**
 * Drops invalid values, such as those of older versions, on read. If storage is refused, nothing is saved and nothing fails.
 */
interface StoredValue<T> {
  read(): T | undefined;
  write(value: T): void;
  remove(): void;
  /** Watches changes made by other tabs. @returns a function that stops watching */
  watch(onChange: (now: T | undefined, before: T | undefined) => void): () => void;
}

/** @param area `sessionStorage` for values that are deleted with their tab */
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
        // Storage is full or refused.
      }
    },
    remove() {
      try {
        window[area].removeItem(key);
      } catch {
        // Storage is refused, so there is nothing to remove.
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

export const isTextRecord = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

const parseText = (maxLength: number) => (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= maxLength ? value : undefined;

/** The referrer, from the `ref` query parameter. */
export const referralStore = createStoredValue('ref', parseText(100));
export const faviconStore = createStoredValue('favicon', parseText(2000));
export const themeStore = createStoredValue('theme', (value) =>
  value === 'light' || value === 'dark' ? value : undefined,
);

/** When a tab of this browser last logged in or out: cookies emit no change events. */
export const loginChangeStore = createStoredValue('login_changed', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** From the last login: exempts this device from login limits that wrong guesses by others trigger. Not a credential. */
export const deviceStore = createStoredValue('device', parseText(100));

/** Whether welcome videos were hidden on this device, for viewers without an account setting. */
export const welcomeVideoStore = createStoredValue('welcome_videos', (value) =>
  value === 'hidden' ? value : undefined,
);

/** Times in milliseconds since 1970. */
export interface InstallHistory {
  visits: number;
  /** When installing was last offered. */
  offeredAt?: number;
}

export const installStore = createStoredValue('install', (value): InstallHistory | undefined => {
  if (!isObject(value) || typeof value['visits'] !== 'number') return undefined;
  const { visits, offeredAt } = value;
  return { visits, ...(typeof offeredAt === 'number' && { offeredAt }) };
});

/** The account that gets notifications on this device, and the address that it registered last. */
export const pushDeviceStore = createStoredValue('push_device', (value) => {
  if (!isObject(value)) return undefined;
  const { accountId, endpoint } = value;
  return typeof accountId === 'string' && typeof endpoint === 'string' ? { accountId, endpoint } : undefined;
});

/** When notifications were last offered, in milliseconds since 1970. */
export const pushOfferStore = createStoredValue('push_offered', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** Whether this tab's visit is counted. */
export const countedVisitStore = createStoredValue(
  'counted_visit',
  (value) => (value === 'yes' ? value : undefined),
  'sessionStorage',
);

/** Ids, newest last. */
export const dismissedPromoStore = createStoredValue('dismissed_promos', (value) =>
  Array.isArray(value) && value.every((id) => typeof id === 'string') ? value.slice(-50) : undefined,
);

/** Ids of hidden items and creators, newest last. @param reader the account's id; empty for a guest */
export const hiddenPostStore = (reader: string) =>
  createStoredValue(`hidden_posts_${reader}`, (value) =>
    Array.isArray(value) && value.every((id) => typeof id === 'string') ? value.slice(-500) : undefined,
  );

/** The cart validates the products. @param reader the account's id; empty for a guest */
export const cartStore = (reader: string) =>
  createStoredValue(`cart_${reader}`, (value) => (Array.isArray(value) && value.every(isObject) ? value : undefined));

/** Calls that the backend does not support, saved until the tab is closed. Decisions 6. */
export const unknownCallStore = createStoredValue(
  'unknown_calls',
  (value) => (Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined),
  'sessionStorage',
);

/** A payment that this tab started and whose outcome is unknown. The checkout validates `intent` and `attempt`. */
export interface StoredPayment {
  /** The payer; only this account resumes the payment. */
  userId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  key: string;
  intent: Record<string, unknown>;
  attempt: Record<string, unknown>[];
  /** Ids in the backend's payment history before this payment. */
  before: string[];
  /** Whether the sheet was closed before the outcome was known. */
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

/** Newest last. */
export const startedPaymentStore = createStoredValue(
  'started_payments',
  (value) => (Array.isArray(value) ? value.flatMap((one) => parseStartedPayment(one) ?? []) : undefined),
  'sessionStorage',
);

/** The account whose files are in `picked-file-store.ts`. */
export const pickedFilesOwnerStore = createStoredValue('kept_files', parseText(100));

/** Drafts by kind and account. The editor validates their content. */
export const draftStore = (noun: string, accountId: string) =>
  createStoredValue(`${noun}_draft_${accountId}`, (value) => (isObject(value) ? value : undefined));
