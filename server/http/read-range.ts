/** First and last byte, both included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` header.
 *
 * @param size bytes there are.
 * @returns null when the whole is to be sent: no header, another unit, several ranges (which may be answered in full), or
 * nonsense; `unsatisfiable` when it begins behind the end. RFC 9110 section 14.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return end < start ? null : { start, end };
}
