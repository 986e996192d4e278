import { and, desc, eq, gt, inArray, isNull, like, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { accounts } from '../../../../db/schema/accounts';
import { knownDevices, phoneCodes } from '../../../../db/schema/logins';
import type { Executor, Tx } from '../../../../db/transaction';

export type PhoneCodeRow = typeof phoneCodes.$inferSelect;

type NewCode = Omit<typeof phoneCodes.$inferInsert, 'id'> & { createdAt: Date };

export type PhoneCodeRepository = ReturnType<typeof createPhoneCodeRepository>;

interface SentFilter {
  phone?: string;
  addresses?: readonly string[];
  otherAddresses?: readonly string[];
  wideNetwork?: string;
  isSent?: true;
  isReserve?: true;
  isAlert?: true;
}

export function createPhoneCodeRepository(db: Db) {
  return {
    /** Serializes sending, trying and using codes for a number or network, so that limits hold for concurrent requests. */
    async lock(keys: readonly string[], tx: Tx): Promise<void> {
      for (const key of [...keys].sort())
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`phone code ${key}`}))`);
    },

    findSent,

    /** For each known device of the number's account, the network of its latest login. */
    async listLoginNetworks(phone: string): Promise<string[]> {
      const rows = await db
        .selectDistinct({ network: knownDevices.network })
        .from(knownDevices)
        .innerJoin(accounts, eq(accounts.id, knownDevices.accountId))
        .where(and(eq(accounts.phone, phone), eq(accounts.verifiedPhone, true)));
      return rows.map(({ network }) => network).filter((network) => network !== null);
    },

    insert,

    /** Stores a code. Earlier codes for the number that these networks requested become invalid. */
    async put(row: NewCode, networks: readonly string[], tx: Tx): Promise<string> {
      await tx
        .update(phoneCodes)
        .set({ usedAt: row.createdAt })
        .where(
          and(eq(phoneCodes.phone, row.phone), isNull(phoneCodes.usedAt), inArray(phoneCodes.address, [...networks])),
        );
      return insert(row, tx);
    },

    listWorking: (phone: string, now: Date, tx: Tx): Promise<PhoneCodeRow[]> =>
      tx
        .select()
        .from(phoneCodes)
        .where(and(eq(phoneCodes.phone, phone), isWorking(now))),

    /** Marks the code that triggered the alert to the operators. */
    async markAlert(id: string, tx: Tx): Promise<void> {
      await tx.update(phoneCodes).set({ isAlert: true }).where(eq(phoneCodes.id, id));
    },

    async countWrong(ids: readonly string[], tx: Tx): Promise<void> {
      await tx
        .update(phoneCodes)
        .set({ tries: sql`${phoneCodes.tries} + 1` })
        .where(inArray(phoneCodes.id, [...ids]));
    },

    async end(id: string, now: Date): Promise<void> {
      await db.update(phoneCodes).set({ usedAt: now }).where(eq(phoneCodes.id, id));
    },

    /** Uses up a code and all others for the number. @returns false if it was used before */
    async use({ id, phone }: { id: string; phone: string }, now: Date, tx: Tx): Promise<boolean> {
      const used = await tx
        .update(phoneCodes)
        .set({ usedAt: now })
        .where(and(eq(phoneCodes.phone, phone), isWorking(now)))
        .returning({ id: phoneCodes.id });
      return used.some((row) => row.id === id);
    },

    async removeOld(before: Date): Promise<void> {
      await db.delete(phoneCodes).where(lt(phoneCodes.createdAt, before));
    },
  };
}

const isWorking = (now: Date) => and(isNull(phoneCodes.usedAt), gt(phoneCodes.expiresAt, now));

async function insert(row: NewCode, tx: Tx): Promise<string> {
  const [inserted] = await tx.insert(phoneCodes).values(row).returning({ id: phoneCodes.id });
  return inserted?.id ?? '';
}

/**
 * @param of filters, which can be combined; `wideNetwork` is a /48 network such as `2001:db8:1::/48`
 * @param nth starts at 1
 * @returns when the nth newest code was sent; undefined if there were fewer
 */
async function findSent(
  of: SentFilter,
  { nth, since }: { nth: number; since: Date },
  executor: Executor,
): Promise<Date | undefined> {
  const { phone, addresses, otherAddresses, wideNetwork, isSent, isReserve, isAlert } = of;
  const [row] = await executor
    .select({ createdAt: phoneCodes.createdAt })
    .from(phoneCodes)
    .where(
      and(
        gt(phoneCodes.createdAt, since),
        phone === undefined ? undefined : eq(phoneCodes.phone, phone),
        addresses && inArray(phoneCodes.address, [...addresses]),
        otherAddresses && notInArray(phoneCodes.address, [...otherAddresses]),
        isSent && eq(phoneCodes.isSent, true),
        isReserve && eq(phoneCodes.isReserve, true),
        isAlert && eq(phoneCodes.isAlert, true),
        wideNetwork === undefined ? undefined : like(phoneCodes.address, wideNetwork.replace(/:\/48$/, '%')),
      ),
    )
    .orderBy(desc(phoneCodes.createdAt))
    .limit(1)
    .offset(nth - 1);
  return row?.createdAt;
}
