import { eq, sql } from 'drizzle-orm';
import { defaultCurrency, readCurrency, setSiteCurrency, type Currency } from '@contract/base/currency';
import type { Db } from './client';
import { settings } from './schema/site';

/** Stored in the settings table, but operators cannot change it. */
const KEY = 'currency';

/** The first start of a database sets its currency. @throws Error if `asked` differs later: stored amounts are not converted */
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
      `CURRENCY is ${asked.code}, but this site has used ${currency.code} since its first start. ` +
        `Set CURRENCY to ${currency.code} or remove it; a site in ${asked.code} needs its own database.`,
    );
  }
  setSiteCurrency(currency);
}
