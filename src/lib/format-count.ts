import { numberFormatter } from './formatters';

/** A whole number with its thousands apart: `1,840`. */
export function formatCount(value: number, locale = 'en-US'): string {
  return numberFormatter(locale, {}).format(value);
}

/** A number with its noun: `1 post`, `1,840 photos`, `2 replies`. */
export function pluralise(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
