import { cents, type Cents } from '@contract/base/money';
import type { Actor } from '../../server/access';
import { newId } from '../../server/db/columns';
import { accounts } from '../../server/db/schema/accounts';
import { inTransaction } from '../../server/db/transaction';
import { postTransfer } from '../../server/ledger/post-transfer';
import { hashPassword } from '../../server/modules/identity/auth/credentials/passwords';
import type { TestApp } from '../harness/build-test-app';

type AccountRow = typeof accounts.$inferSelect;
export type AccountOverrides = Partial<typeof accounts.$inferInsert> & {
  wallet?: Cents;
};

export interface BuiltPerson {
  id: string;
  account: AccountRow;
  token: string;
  actor: Actor;
}

export const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;
let count = 0;

/** A fan with a session and a verified email. `{ roles: ['user', 'admin', 'owner'] }` makes an administrator. */
export function buildUser(app: TestApp, overrides: AccountOverrides = {}): Promise<BuiltPerson> {
  return buildAccount(app, { kind: 'user', ...overrides });
}

export async function buildAccount(
  app: TestApp,
  { wallet = cents(0), ...overrides }: AccountOverrides & { kind: Actor['kind'] },
): Promise<BuiltPerson> {
  count += 1;
  const username = `${overrides.kind}${count}`;
  passwordHash ??= hashPassword(PASSWORD, { key: 'tests' });
  const now = app.clock.now();
  const [account] = await app.context.db
    .insert(accounts)
    .values({
      id: newId(now.getTime()),
      email: `${username}@example.test`,
      username,
      name: `${overrides.kind === 'user' ? 'Fan' : 'Creator'} ${count}`,
      roles: overrides.kind === 'user' ? ['user'] : [],
      passwordHash: await passwordHash,
      verifiedEmail: true,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    })
    .returning();
  if (!account) throw new Error('The insert returned no account');
  if (wallet > 0) await fillWallet(app, account.id, wallet);
  const token = await app.services.session.open(account.id);
  const actor = (await app.services.session.findActor(token)) ?? guest(account);
  return { id: account.id, account, token, actor };
}

export async function fillWallet(app: TestApp, ownerId: string, amount: Cents): Promise<void> {
  const subject = newId();
  await inTransaction(app.context.db, (tx) =>
    postTransfer(tx, {
      code: 'top-up',
      key: `test-top-up:${subject}`,
      subject,
      postings: [{ from: { kind: 'gateway' }, to: { kind: 'wallet', ownerId }, amount }],
    }),
  );
}

/** The actor for an inactive account, which cannot have a session. */
function guest({ id, kind, name, username }: AccountRow): Actor {
  return { id, kind, name, username, operatorRole: null, sessionId: '' };
}
