import { isFiniteNumber, UNKNOWN_TEXT } from './known';

const units = ['B', 'KB', 'MB', 'GB'];

/** `380 MB`, `1.4 GB`. Units of 1024 bytes. */
export function formatBytes(bytes: number | null | undefined): string {
  if (!isFiniteNumber(bytes)) return UNKNOWN_TEXT;
  let value = bytes;
  let step = 0;
  while (value >= 1000 && step < units.length - 1) {
    value /= 1024;
    step += 1;
  }
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[step]}`;
}
