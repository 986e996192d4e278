import { sql } from 'drizzle-orm';
import { startTcpProxy } from '../../tests/harness/tcp-proxy';
import { createTestDatabase } from '../../tests/harness/test-database';
import { createKeyedQueue } from '../lib/keyed-queue';
import { createDirectQueue } from '../../tests/harness/direct-queue';
import { createFailures, type Failure } from '../log/failures';
import { createLogger } from '../log/logger';
import { inScope } from '../log/scope';
import { createTtlCache } from '../lib/ttl-cache';
import { openDatabase, type DatabaseClient } from './client';
import { inTransaction, violatedConstraint } from './transaction';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: DatabaseClient;
const seen: Failure[] = [];
const failures = createFailures(createLogger('silent'), { onFailure: (failure) => void seen.push(failure) });

const listNotes = async (): Promise<string[]> => {
  const { rows } = await client.db.execute<{ text: string }>(sql`select text from notes order by text`);
  return rows.map(({ text }) => text);
};

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase(database.url, { max: 3, waitMs: 5_000, failures });
  await client.db.execute(sql`create table notes (text text primary key)`);
});
beforeEach(async () => {
  seen.length = 0;
  await client.db.execute(sql`truncate notes`);
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

describe('inTransaction', () => {
  it('stores all changes, and returns the result of the work', async () => {
    const result = await inTransaction(client.db, async (tx) => {
      await tx.execute(sql`insert into notes values ('one')`);
      await tx.execute(sql`insert into notes values ('two')`);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await listNotes()).toEqual(['one', 'two']);
  });

  it('after an error, stores nothing and runs no effect', async () => {
    const effects: string[] = [];
    const work = inTransaction(client.db, async (tx) => {
      await tx.execute(sql`insert into notes values ('one')`);
      tx.afterCommit(() => void effects.push('told'));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await listNotes()).toEqual([]);
    expect(effects).toEqual([]);
  });

  it('runs effects in order, after the commit is visible to others', async () => {
    const effects: unknown[] = [];
    await inTransaction(client.db, async (tx) => {
      tx.afterCommit(async () => void effects.push(await listNotes()));
      tx.afterCommit(() => void effects.push('second'));
      await tx.execute(sql`insert into notes values ('one')`);
    });
    expect(effects).toEqual([['one'], 'second']);
  });

  it('retries after a deadlock, and runs only the effects of the last attempt', async () => {
    let tries = 0;
    const effects: number[] = [];
    await inTransaction(client.db, async (tx) => {
      tries += 1;
      const mine = tries;
      tx.afterCommit(() => void effects.push(mine));
      if (tries < 3) await tx.execute(sql`do $$ begin raise exception 'circle' using errcode = '40P01'; end $$`);
    });
    expect(tries).toBe(3);
    expect(effects).toEqual([3]);
  });

  it('names the constraint that rejected a row', async () => {
    await client.db.execute(sql`insert into notes values ('one')`);
    const error = await inTransaction(client.db, (tx) => tx.execute(sql`insert into notes values ('one')`)).catch(
      (thrown: unknown) => thrown,
    );
    expect(violatedConstraint(error)).toBe('notes_pkey');
  });
});

describe('M-17: an effect that throws after the commit', () => {
  it('changes neither the result nor other effects, and is reported with its request id', async () => {
    const effects: string[] = [];
    const result = await inScope({ reqId: 'the-request' }, () =>
      inTransaction(client.db, async (tx) => {
        await tx.execute(sql`insert into notes values ('paid')`);
        tx.afterCommit(() => void effects.push('first'));
        tx.afterCommit(() => {
          throw new Error('nobody home');
        });
        tx.afterCommit(() => Promise.reject(new Error('nor here')));
        tx.afterCommit(() => void effects.push('last'));
        return 'receipt';
      }),
    );
    expect(result).toBe('receipt');
    expect(effects).toEqual(['first', 'last']);
    expect(await listNotes()).toEqual(['paid']);
    expect(seen).toMatchObject([
      { kind: 'effect', message: 'nobody home', requestId: 'the-request' },
      { kind: 'effect', message: 'nor here', requestId: 'the-request' },
    ]);
  });
});

describe('R-10: a transaction uses only its own connection', () => {
  const memory = createTtlCache<number>({ ttlMs: 60_000, most: 10, now: () => 0 });
  const inOrder = createKeyedQueue();
  const jobs = createDirectQueue();

  const ways: [string, () => Promise<unknown>][] = [
    ['a query through the pool', () => client.db.execute(sql`select 1`)],
    ['a query through the driver', async () => client.pool.query('select 1')],
    ['a connection from the pool', async () => client.pool.connect()],
    ['another transaction', () => inTransaction(client.db, async () => undefined)],
    ['loading a cached value, which others may be waiting for', () => memory.get('key', async () => 1)],
    ['waiting in a queue', () => inOrder('key', async () => undefined)],
    ['sending a job outside of it', () => jobs.send('sweep', {})],
  ];

  it.each(ways)('rejects %s', async (_name, work) => {
    const leaving = inTransaction(client.db, async (tx) => {
      await tx.execute(sql`insert into notes values ('one')`);
      await work();
    });
    await expect(leaving).rejects.toThrow(Error);
    expect(await listNotes()).toEqual([]);
    expect(seen).toMatchObject([
      { kind: 'background', message: expect.stringContaining('Inside a transaction, do not use') },
    ]);
  });

  it('detects nested uses of the pool', async () => {
    const deep = async (): Promise<unknown> => {
      await Promise.resolve();
      return Promise.all([1, 2].map(() => client.db.execute(sql`select 1`)));
    };
    await expect(inTransaction(client.db, deep)).rejects.toThrow(Error);
    expect(seen[0]?.name).toBe('pool used inside a transaction');
  });

  it('detects a query whose promise is returned, not awaited', async () => {
    await expect(inTransaction(client.db, () => client.db.execute(sql`select 1`))).rejects.toThrow(Error);
    expect(seen).toHaveLength(1);
  });

  it('rejects two concurrent queries on its connection', async () => {
    const work = inTransaction(client.db, (tx) => Promise.all([tx.execute(sql`select 1`), tx.execute(sql`select 2`)]));
    await expect(work).rejects.toMatchObject({ cause: { message: expect.stringContaining('one query at a time') } });
  });

  it('lets other code query the pool meanwhile, and its own code before and after', async () => {
    await client.db.execute(sql`select 1`);
    await Promise.all([inTransaction(client.db, (tx) => tx.execute(sql`select 1`)), client.db.execute(sql`select 1`)]);
    await client.db.execute(sql`select 1`);
    expect(seen).toEqual([]);
  });

  it('can read values that are already cached', async () => {
    expect(await inTransaction(client.db, async () => memory.known('settled'))).toBeUndefined();
    await memory.get('settled', async () => 7);
    expect(await inTransaction(client.db, async () => memory.known('settled'))).toBe(7);
  });

  it('only reports misuse, without throwing, in production', async () => {
    const lenient = openDatabase(database.url, { max: 2, failures, isStrict: false });
    await inTransaction(lenient.db, () => lenient.db.execute(sql`select 1`));
    await lenient.close();
    expect(seen).toMatchObject([{ kind: 'background', name: 'pool used inside a transaction' }]);
  });
});

describe('R-9: a connection that breaks as a transaction begins', () => {
  it('is returned to the pool', async () => {
    const proxy = await startTcpProxy(database.url);
    const url = new URL(database.url);
    url.port = new URL(proxy.url).port;
    const through = openDatabase(url.href, { max: 3, waitMs: 2_000, failures });
    try {
      for (let round = 0; round < 10; round += 1) {
        proxy.mend();
        const three = [1, 2, 3].map(() => through.db.execute(sql`select 1`));
        await Promise.all(three);
        const begun = [1, 2, 3].map(() => inTransaction(through.db, (tx) => tx.execute(sql`select 1`)));
        proxy.cut();
        await Promise.allSettled(begun);
      }
      proxy.mend();
      expect(await inTransaction(through.db, async () => 'begun')).toBe('begun');
    } finally {
      await proxy.close();
      await through.close();
    }
  });
});
