/**
 * The browser's storage. Each value is checked when it is read: what an older version or another hand left there is
 * dropped rather than believed. Private windows may refuse storage; then nothing is kept and nothing breaks.
 */
interface StoredValue<T> {
  read(): T | undefined;
  write(value: T): void;
  remove(): void;
}

function stored<T>(key: string, parse: (value: unknown) => T | undefined): StoredValue<T> {
  return {
    read() {
      try {
        const text = window.localStorage.getItem(key);
        return text === null ? undefined : parse(parseText(text));
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        window.localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
      } catch {
        // Full or refused: the value lives until the page is left.
      }
    },
    remove() {
      try {
        window.localStorage.removeItem(key);
      } catch {
        // Refused storage holds nothing to remove.
      }
    },
  };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const asText = (most: number) => (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : undefined;

/** Who brought the visitor here, from the `ref` query parameter. */
export const referralStore = stored('ref', asText(100));
export const faviconStore = stored('favicon', asText(2000));
export const themeStore = stored('theme', (value) => (value === 'light' || value === 'dark' ? value : undefined));

/** Unsent texts by conversation. */
export const draftStore = stored('drafts', (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
    ? (value as Record<string, string>)
    : undefined,
);

/** Ids of posts that this reader does not want to see, newest last. */
export const hiddenPostStore = stored('hidden_posts', (value) =>
  Array.isArray(value) && value.every((id) => typeof id === 'string') ? value.slice(-500) : undefined,
);
