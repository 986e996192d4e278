import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Executor } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { AppError, requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import { rooms } from '../../../realtime/publish';
import type { AccountService } from '../../identity/account/account-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PlatformService } from '../../money/subscription/platform-service';
import type { SubscriptionService } from '../../money/subscription/subscription-service';
import { deletionAskedMail, deletionCancelledMail } from './deletion-mails';
import { createDeletionRepository, type AccountRow } from './deletion-repository';

const DAY_MS = 24 * 3600 * 1000;
/** How long an account can be kept after all. Ux AS-7. */
const GRACE_MS = 14 * DAY_MS;

/**
 * Leaving. Whoever asks has fourteen days to come back; meanwhile nobody else sees the account, and it may only read.
 *
 * Creators do not take what others paid for with them. While income is held in its holding period the wish is refused.
 * With fans whose paid time runs on it is refused until the creator agrees to serve them to the end: then no subscription
 * renews and nobody new can subscribe, and the account goes when the last paid day is over, if that is later. Until then
 * it stays as it was, for those fans. Money in a wallet has to be given up, else the wish is refused.
 */
export function createDeletionService(
  { db, env, jobs, clock, publisher }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  needs: {
    account: AccountService;
    session: SessionService;
    settings: SettingsService;
    subscription: SubscriptionService;
    platform: PlatformService;
    /** Makes the account nobody's. @returns false when it is not to go after all. */
    erase(id: string): Promise<void>;
  },
) {
  const repository = createDeletionRepository(db);

  async function readState({ id, kind }: AccountRow, tx?: Executor) {
    const balances = await readPersonBalances(tx ?? db, id);
    const paid = kind === 'performer' ? await needs.subscription.readPaidTime(id, tx) : { count: 0, until: null };
    const earliest = clock.now().getTime() + GRACE_MS;
    const refusal = balances.pending > 0 ? ('DELETION_MONEY_PENDING' as const) : null;
    return { wallet: balances.wallet, paid, refusal, at: new Date(Math.max(earliest, paid.until?.getTime() ?? 0)) };
  }

  async function mail(
    row: AccountRow,
    compose: (to: { siteName: string; to: string; url: string }) => ReturnType<typeof deletionCancelledMail>,
    tx: Parameters<Parameters<typeof inTransaction>[1]>[0],
  ): Promise<void> {
    if (row.email === null) return;
    const { siteName } = await needs.settings.read(tx);
    await jobs.send('send-mail', compose({ siteName, to: row.email, url: `${env.WEB_PUBLIC_URL}/auth/login` }), { tx });
  }

  /** Every open page of theirs says so at once. */
  function tell(id: string): void {
    needs.session.clearCache(id);
    publisher.publish('account_changed', rooms.account(id));
  }

  return {
    /** What leaving would mean. */
    async read(actor: Actor): Promise<EndpointReply<'getDeletion'>> {
      const row = requireFound(await repository.find(actor.id));
      const { wallet, paid, refusal, at } = await readState(row);
      return {
        deletionAt: row.deletionAt?.toISOString() ?? null,
        earliestAt: at.toISOString(),
        confirmation: confirmationOf(row),
        refusal,
        balance: fromCents(wallet),
        subscribers: paid.count,
        kept: keptSentences(row.kind),
      };
    },

    /**
     * Asks for the account to be deleted: subscriptions end, every other device is logged out, a mail tells how to stop it.
     * A repeat changes nothing.
     *
     * @throws AppError FRESH_LOGIN_REQUIRED, CONFIRMATION_MISMATCH, DELETION_MONEY_PENDING, DELETION_MONEY_LEFT,
     * DELETION_SUBSCRIBERS
     */
    async request(
      actor: Actor,
      { confirmation, giveUpBalance = false, endSubscriptions = false }: EndpointPart<'requestDeletion', 'body'>,
    ): Promise<EndpointReply<'requestDeletion'>> {
      assertAllowed(!actor.isAdmin);
      await needs.session.assertFresh(actor);
      await inTransaction(db, async (tx) => {
        const row = await needs.session.lockOwn(actor, tx);
        if (confirmation.toLowerCase() !== confirmationOf(row)) throw new AppError('CONFIRMATION_MISMATCH');
        if (row.deletionAt !== null) return;
        const { wallet, paid, refusal, at } = await readState(row, tx);
        if (refusal) throw new AppError(refusal);
        if (wallet > 0 && !giveUpBalance) throw new AppError('DELETION_MONEY_LEFT');
        if (paid.count > 0 && !endSubscriptions) throw new AppError('DELETION_SUBSCRIBERS');
        await needs.subscription.endAll(row.id, tx);
        if (row.kind === 'user') await needs.platform.end(row.id, tx);
        // Fans who paid find the page as it was.
        const status = paid.count > 0 ? row.status : 'closing';
        await repository.update(row.id, { status, deletionAt: at }, tx);
        await needs.session.closeOthers(actor, tx);
        await mail(row, (to) => deletionAskedMail({ ...to, at }), tx);
        tx.afterCommit(() => tell(row.id));
      });
      return needs.account.getMe(actor);
    },

    /**
     * Keeps the account. Renewals stay off until they are turned on again.
     *
     * @throws AppError ACCOUNT_ERASING when deleting has begun.
     */
    async cancel(actor: Actor): Promise<EndpointReply<'cancelDeletion'>> {
      await inTransaction(db, async (tx) => {
        const row = requireFound(await repository.lock(actor.id, tx));
        if (row.deletionAt === null) return;
        // It may have begun while this call was on its way here.
        if (row.status === 'erasing' || row.status === 'deleted') throw new AppError('ACCOUNT_ERASING');
        const status = row.status === 'closing' ? 'active' : row.status;
        await repository.update(row.id, { status, deletionAt: null }, tx);
        await mail(row, (to) => deletionCancelledMail({ ...to, isPerformer: row.kind === 'performer' }), tx);
        tx.afterCommit(() => tell(row.id));
      });
      return needs.account.getMe(actor);
    },

    /** Deletes the accounts whose time is over; one that cannot be deleted now keeps no other. A job does so every hour. */
    async deleteDue(): Promise<void> {
      await eachOrThrow(await repository.listDue(clock.now()), async (id) => {
        if (await beginErasing(id)) await needs.erase(id);
      });
    },
  };

  /**
   * Takes the decision that cannot be taken back, under the lock that cancelling takes too. What was begun by a process that
   * died is taken up again.
   *
   * @returns false when the account stays for now: it was kept after all, a payment that was under way when its creator asked
   * to leave has bought time past the day, or income is held.
   */
  async function beginErasing(id: string): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const row = await repository.lock(id, tx);
      if (row?.status === 'erasing') return true;
      if (!row || row.deletionAt === null || row.deletionAt > clock.now()) return false;
      const { paid, refusal } = await readState(row, tx);
      if (paid.until !== null) await repository.update(id, { status: row.status, deletionAt: paid.until }, tx);
      if (paid.until !== null || refusal !== null) return false;
      await repository.update(id, { status: 'erasing', deletionAt: row.deletionAt }, tx);
      tx.afterCommit(() => tell(id));
      return true;
    });
  }
}

/** What an account is called for certain; all of them are lower case. */
const confirmationOf = ({ username, email, phone, id }: AccountRow): string => username ?? email ?? phone ?? id;

/**
 * What stays after an account was deleted, in words for its owner: the rules of data-rules.ts that keep something, told
 * as people would.
 */
function keptSentences(kind: Actor['kind']): string[] {
  const both = [
    'Records of payments, as long as the law asks for them, without your name.',
    'Conversations stay with the people you wrote to. What you wrote is removed, except messages they paid for.',
    'Your username, for ninety days, so that nobody can pose as you.',
    'Reports you sent, until they are settled.',
  ];
  const performer = ['What your fans bought stays open to them. Everything else you published is deleted.'];
  return kind === 'performer' ? [...performer, ...both] : both;
}
