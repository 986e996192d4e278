import { getCoin } from '@contract/base/currency';
import type { DemoSite } from '../types';

const moneyNames = new Set(['price', 'monthlyPrice', 'yearlyPrice', 'shippingPrice', 'tip', 'amount']);

/** Scales all amounts to the site's currency: what costs $4.50 in dollars costs ¥450 in yen. */
export const inSiteCurrency = (site: DemoSite): DemoSite => scale(site, getCoin());

function scale<T>(value: T, by: number): T {
  if (by === 1 || typeof value !== 'object' || value === null) return value;
  const scaleEntry = (name: string, part: unknown) =>
    typeof part === 'number' && moneyNames.has(name) ? part * by : scale(part, by);
  const copy = Array.isArray(value)
    ? value.map((part: unknown) => scale(part, by))
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, scaleEntry(name, part)]));
  return copy as T;
}
