/** For bars and labels; amounts of money use `contract/base/money`. @param share 0..1 */
export const toPercent = (share: number): number => share * 100;
