/**
 * The same without the character U+0000, in texts, lists and keys: PostgreSQL takes it in no text, and nobody means it.
 * What holds none, which is nearly everything, is not copied.
 */
export function dropNul<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.some((item) => clean(item) !== item) ? value.map(clean) : value;
  const entries = Object.entries(value);
  if (entries.every(([key, item]) => !key.includes('\0') && clean(item) === item)) return value;
  return Object.fromEntries(entries.map(([key, item]) => [key.replaceAll('\0', ''), clean(item)]));
}
