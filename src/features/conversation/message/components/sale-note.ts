import { formatDayName, readersZone } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import type { Message } from '../message-types';

/** Under what is or was for sale: its buyer reads what was paid, its seller whether it was. ux.md MS-6. */
export function saleNote({ isSale, isBought, price, boughtAt }: Message, mine: boolean): string | null {
  if (!isSale) return null;
  const sum = formatMoney(price ?? 0);
  if (!isBought) return mine ? `Not bought yet · ${sum}` : null;
  // To its seller the family calls everything bought, since it is open to them: only the day of a sale says that there was
  // one. Wire contract 3.18.
  if (mine && !boughtAt) return `For sale · ${sum}`;
  const day = boughtAt ? ` · ${formatDayName(boughtAt, { timeZone: readersZone })}` : '';
  return `${mine ? 'Bought' : 'Unlocked'} for ${sum}${day}`;
}
