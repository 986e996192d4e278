import { eq, sql } from 'drizzle-orm';
import { defaultCurrency, readCurrency, setSiteCurrency, type Currency } from '@contract/base/currency';
import type { Db } from './client';
import { settings } from './schema/site';

/** Stands among the settings, but is none that an operator can change. */
const KEY = 'currency';

/**
 * Has this process count in the currency of its database, which is the one that was asked for at the first start.
 *
 * @param asked undefined where the operator leaves it as it is.
 * @throws Error when it is another: what was counted before cannot be counted in it.
 */
export async function adoptCurrency(db: Db, asked: Currency | undefined): Promise<void> {
  await db
    .insert(settings)
    .values({ key: KEY, value: (asked ?? defaultCurrency).code })
    .onConflictDoNothing();
  const [stored] = await db
    .select({ code: sql<string>`${settings.value} #>> '{}'` })
    .from(settings)
    .where(eq(settings.key, KEY));
  const currency = stored ? readCurrency(stored.code) : defaultCurrency;
  if (asked && asked.code !== currency.code) {
    throw new Error(
      `CURRENCY is ${asked.code}, but this site counts its money in ${currency.code} since its first start. ` +
        `Set CURRENCY to ${currency.code} or leave it out; a site in ${asked.code} needs a database of its own.`,
    );
  }
  setSiteCurrency(currency);
}
