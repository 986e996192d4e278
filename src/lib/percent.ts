import { numberFormatter } from './formatters';

/** For bars and labels; amounts of money use `contract/base/money`. @param share 0..1 */
export const toPercent = (share: number): number => share * 100;

/** With at most two decimals, for labels and fields. @param share 0..1 */
export const toRoundPercent = (share: number): number => Math.round(share * 10_000) / 100;

/** @returns a share of 0..1 with at most four decimals */
export const fromPercent = (percent: number): number => Math.round(percent * 100) / 10_000;

/** `12.5%`. @param share 0..1 */
export const formatShare = (share: number): string =>
  numberFormatter('en-US', { style: 'percent', maximumFractionDigits: 2 }).format(share);
