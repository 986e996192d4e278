import { isObject, isTextRecord, createStoredValue } from './storage';

/** Drafts of messages, and messages that were not sent or not confirmed. */
interface Unsent {
  drafts: Record<string, string>;
  outgoing: UnsentMessage[];
  /** Prices as typed, by conversation. */
  prices: Record<string, string>;
}

interface UnsentMessage {
  clientId: string;
  conversationId: string;
  text: string;
  /** Major units; null if not for sale. */
  price: number | null;
  files: { fileId: string; kind: 'photo' | 'video' | 'audio'; name: string }[];
  /** Milliseconds since 1970. */
  sentAt?: number;
}

function parseUnsent(value: unknown): Unsent | undefined {
  if (!isObject(value)) return undefined;
  // Older versions saved no prices.
  const { drafts, outgoing, prices = {} } = value;
  if (!isTextRecord(drafts) || !isTextRecord(prices)) return undefined;
  if (!Array.isArray(outgoing) || !outgoing.every(isUnsentMessage)) return undefined;
  return { drafts, outgoing, prices };
}

export const unsentStore = (accountId: string) => createStoredValue(`unsent_${accountId}`, parseUnsent);

/** Older versions used one key for all accounts. */
const oldStore = createStoredValue('unsent', (value) => (isObject(value) ? value : undefined));

export function adoptOldUnsent(accountId: string): void {
  const old = oldStore.read();
  if (old?.['userId'] !== accountId) return;
  oldStore.remove();
  const unsent = parseUnsent(old);
  const store = unsentStore(accountId);
  if (unsent && !store.read()) store.write(unsent);
}

function isUnsentMessage(value: unknown): value is UnsentMessage {
  if (!isObject(value)) return false;
  const { clientId, conversationId, text, price, files, sentAt } = value;
  if (sentAt !== undefined && typeof sentAt !== 'number') return false;
  const isNamed = [clientId, conversationId, text].every((one) => typeof one === 'string');
  return isNamed && (price === null || typeof price === 'number') && Array.isArray(files) && files.every(isUnsentFile);
}

function isUnsentFile(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { fileId, kind, name } = value;
  return typeof fileId === 'string' && typeof name === 'string' && ['photo', 'video', 'audio'].includes(String(kind));
}
