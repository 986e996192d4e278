import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { findOperatorRole, type OperatorRole } from '@contract/base/operator-roles';
import type { EndpointReply } from '@contract/schemas';
import { openStatuses, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { accounts } from '../../../db/schema/accounts';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { firstOrNull } from '../../../db/query-helpers';
import { AppError, requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import { sendNews } from '../../conversation/notification/news-mail-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../../identity/auth/accounts/identity-service';

const isOperator = and(
  eq(accounts.kind, 'user'),
  sql`'admin' = any(${accounts.roles})`,
  inArray(accounts.status, openStatuses),
);

interface OperatorDeps {
  identity: IdentityService;
  notification: Pick<NotificationService, 'add'>;
  settings: Pick<SettingsService, 'read'>;
}

const CONSOLE_PATH = '/admin';

/** The operators of the site and their roles. */
export function createOperatorService(
  { db, jobs, env }: Pick<ServerContext, 'db' | 'jobs' | 'env'>,
  { identity, notification, settings }: OperatorDeps,
) {
  const listIn = (tx: Executor) => tx.select().from(accounts).where(isOperator).orderBy(asc(accounts.createdAt));

  const findFan = async (email: string) =>
    requireFound(
      await firstOrNull(
        db
          .select()
          .from(accounts)
          .where(and(eq(accounts.kind, 'user'), eq(accounts.email, email.toLowerCase()))),
      ),
    );

  /** @param assertAllowed runs under the lock */
  async function change(
    id: string,
    role: OperatorRole | null,
    by: Operator,
    assertAllowed?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const roles = role === null ? ['user'] : ['user', 'admin', role];
    const store = await identity.prepareUpdate(id, { roles }, { actor: null, ip: '' });
    await inTransaction(db, async (tx) => {
      // One change at a time, so that two owners cannot revoke each other.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('operators'))`);
      await assertAllowed?.(tx);
      const before = (await listIn(tx)).find((row) => row.id === id);
      await store(tx);
      if (!(await listIn(tx)).some((row) => findOperatorRole(row.roles) === 'owner')) throw new AppError('LAST_OWNER');
      await recordAct(tx, by, {
        act: role === null ? 'operator.revoked' : 'operator.granted',
        subject: { kind: 'account', id },
        details: { before: before ? findOperatorRole(before.roles) : null, after: role },
      });
      if (id !== by.id) await tell(id, role, tx);
    });
  }

  /** Notifies and emails the account, so that a new operator knows where the console is. */
  async function tell(userId: string, role: OperatorRole | null, tx: Tx): Promise<void> {
    const text =
      role === null
        ? { title: 'You are no longer an operator', message: 'Your role was removed. Your account stays as it is.' }
        : {
            title: `You are now an operator: ${role}`,
            message: `You have the role ${role}. The console is at ${CONSOLE_PATH}, and in the menu of your account. Turn on two-factor in your settings first.`,
          };
    await notification.add(tx, { userId, type: 'account', action: 'role-changed', ...text, refSource: 'role' });
    const account = await firstOrNull(tx.select().from(accounts).where(eq(accounts.id, userId)));
    const action =
      role === null ? { label: 'Open the site', path: '/home' } : { label: 'Open the console', path: CONSOLE_PATH };
    await sendNews({ jobs, settings, env }, tx, { to: account?.email, ...text, action });
  }

  const list = async (): Promise<EndpointReply<'listOperators'>> =>
    (await listIn(db)).map(({ id, name, email, verifiedEmail, twoStepEnabled, roles, createdAt }) => ({
      _id: id,
      name,
      email,
      verifiedEmail,
      hasTwoFactor: twoStepEnabled,
      role: findOperatorRole(roles),
      createdAt: createdAt.toISOString(),
    }));

  return {
    list,

    /** @throws AppError ENTITY_NOT_FOUND unless the email is an operator's */
    async findByEmail(email: string): Promise<Operator> {
      const where = and(isOperator, eq(accounts.email, email.toLowerCase()));
      const { id, roles } = requireFound(await firstOrNull(db.select().from(accounts).where(where)));
      const role = findOperatorRole(roles);
      if (role === null) throw new AppError('ENTITY_NOT_FOUND');
      return { id, role, via: 'command' };
    },

    /** Logged as an act of the new owner. @throws AppError ENTITY_NOT_FOUND unless the email is a fan's, FORBIDDEN on a site with operators */
    async addFirst(email: string): Promise<void> {
      const { id } = await findFan(email);
      await change(id, 'owner', { id, role: 'owner', via: 'command' }, async (tx) => {
        if ((await listIn(tx)).length > 0)
          throw new AppError('FORBIDDEN', { message: 'This site has operators: --as <email>.' });
      });
    },

    /**
     * Gives a fan's account a role, or takes it away.
     *
     * @param role null to revoke
     * @throws AppError ENTITY_NOT_FOUND unless the email is a fan's, LAST_OWNER
     */
    async setRole(email: string, role: OperatorRole | null, by: Operator): Promise<EndpointReply<'listOperators'>> {
      await change((await findFan(email)).id, role, by);
      return list();
    },
  };
}
