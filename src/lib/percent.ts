/** A share of a whole (0..1) as a percentage, for bars and labels. Money has its own door, `contract/money`. */
export const toPercent = (share: number): number => share * 100;
