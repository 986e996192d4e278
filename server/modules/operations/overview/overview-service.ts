import { sql } from 'drizzle-orm';
import { cents, fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { may, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { SettingsService } from '../../site/settings/settings-service';
import { isNumbered, paidCodes } from '../../../ledger/transfers';

type FailedJob = Awaited<ReturnType<ServerContext['jobs']['listFailed']>>[number];

const DAY_MS = 24 * 3600 * 1000;
const DAYS_OF_SIGN_UPS = 14;

/** Numbers of the console's first page. Days are in UTC. */
export function createOverviewService(
  { db, jobs, clock }: Pick<ServerContext, 'db' | 'jobs' | 'clock'>,
  { settings }: { settings: Pick<SettingsService, 'read' | 'getOperatorAddress'> },
) {
  const getFirstDay = (days: number) =>
    new Date((Math.floor(clock.now().getTime() / DAY_MS) - (days - 1)) * DAY_MS).toISOString();

  function getSpan(period: EndpointPart<'getMoneyOverview', 'query'>['period']): Span {
    const now = clock.now();
    const getMonth = (count: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count)).toISOString();
    if (period === 'month') return { since: getMonth(0), until: 'infinity' };
    if (period === 'last-month') return { since: getMonth(-1), until: getMonth(0) };
    return { since: getFirstDay(Number(period)), until: 'infinity' };
  }

  async function countSignUps(): Promise<EndpointReply<'getSiteOverview'>['signUps']> {
    const { rows } = await db.execute<{ day: string; fans: number; creators: number }>(sql`
      select to_char(days.day, 'YYYY-MM-DD') as day, count(*) filter (where a.kind = 'user')::int as fans,
        count(*) filter (where a.kind = 'performer')::int as creators
      from generate_series(0, ${DAYS_OF_SIGN_UPS - 1}::int) as number
        cross join lateral (select (${getFirstDay(DAYS_OF_SIGN_UPS)}::timestamptz at time zone 'UTC')
          + number * interval '1 day' as day) as days
        left join accounts a on a.created_at >= days.day at time zone 'UTC'
          and a.created_at < (days.day + interval '1 day') at time zone 'UTC'
      group by days.day order by days.day`);
    return rows;
  }

  async function findContactProblem(): Promise<EndpointReply<'getSiteOverview'>['contactProblem']> {
    const site = await settings.read();
    if (settings.getOperatorAddress(site) !== '') return null;
    return site.contactEmail === '' ? 'address' : 'mail';
  }

  return {
    async read(actor: Actor): Promise<EndpointReply<'getSiteOverview'>> {
      const [signUps, failed, contactProblem] = await Promise.all([
        countSignUps(),
        may(actor, 'manageJobs') ? jobs.listFailed() : [],
        may(actor, 'manageSite') ? findContactProblem() : null,
      ]);
      return { signUps, failures: groupFailures(failed), contactProblem };
    },

    async readMoney({ period }: EndpointPart<'getMoneyOverview', 'query'>): Promise<EndpointReply<'getMoneyOverview'>> {
      const [{ rows: moved }, { rows: balances }] = await Promise.all([
        db.execute<Moved>(readMovements(getSpan(period))),
        db.execute<Balances>(readBalances),
      ]);
      return presentMoney(moved[0] ?? null, balances[0] ?? null);
    },
  };
}

/** Newest failure first; the jobs come in that order. */
function groupFailures(failed: readonly FailedJob[]): EndpointReply<'getSiteOverview'>['failures'] {
  const names = [...new Set(failed.map(({ name }) => name))];
  return names.map((name) => {
    const rows = failed.filter((job) => job.name === name);
    const [{ failedAt, message } = { failedAt: new Date(0), message: '' }] = rows;
    return { name, count: rows.length, lastAt: failedAt.toISOString(), message };
  });
}

/** `until` is exclusive. */
interface Span {
  since: string;
  until: string;
}

/** Amounts in minor units. */
type Moved = Record<
  'moneyIn' | 'payments' | 'refunded' | 'paidOut' | 'payouts' | 'creators' | 'commission' | 'tax',
  number
>;
type Balances = Record<'available' | 'pending' | 'requested' | 'fanWallets' | 'fans', number>;

/**
 * A payment for several orders has a transfer for each. `refunded` has every way back to a card; a sale's shares are those of all
 * that gets an invoice or a credit note.
 */
const readMovements = ({ since, until }: Span) => sql`
  select coalesce(-sum(e.amount) filter (where l.kind = 'gateway' and t.code in (${paidCodes})), 0)::float8 as "moneyIn",
    count(distinct coalesce(c.payment_id, t.subject)) filter (where l.kind = 'gateway' and t.code in (${paidCodes}))::int
      as payments,
    coalesce(sum(e.amount) filter (where l.kind = 'gateway' and e.amount > 0
      and t.code in ('refund', 'part-refund', 'top-up-loss')), 0)::float8 as refunded,
    coalesce(sum(e.amount) filter (where l.kind = 'payout'), 0)::float8 as "paidOut",
    count(distinct t.id) filter (where t.code = 'payout')::int as payouts,
    coalesce(sum(e.amount) filter (where l.kind = 'pending' and ${isNumbered}), 0)::float8 as creators,
    coalesce(sum(e.amount) filter (where l.kind = 'revenue' and ${isNumbered}), 0)::float8 as commission,
    coalesce(sum(e.amount) filter (where l.kind = 'tax' and ${isNumbered}), 0)::float8 as tax
  from ledger_transfers t
    left join ledger_transfers r on r.id = t.reverses_id
    left join wallet_charges c on c.id = t.subject
    join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts l on l.id = e.account_id
  where t.created_at >= ${since}::timestamptz and t.created_at < ${until}::timestamptz`;

const readBalances = sql`
  select coalesce(sum(l.balance) filter (where l.kind = 'wallet' and a.kind = 'performer'), 0)::float8 as available,
    coalesce(sum(l.balance) filter (where l.kind = 'pending'), 0)::float8 as pending,
    coalesce(sum(l.balance) filter (where l.kind = 'reserved'), 0)::float8 as requested,
    coalesce(sum(l.balance) filter (where l.kind = 'wallet' and a.kind = 'user'), 0)::float8 as "fanWallets",
    count(*) filter (where l.kind = 'wallet' and a.kind = 'user' and l.balance > 0)::int as fans
  from ledger_accounts l join accounts a on a.id = l.owner_id
  where l.kind in ('wallet', 'pending', 'reserved')`;

function presentMoney(moved: Moved | null, balances: Balances | null): EndpointReply<'getMoneyOverview'> {
  const toDollars = (amount: number | undefined) => fromCents(cents(amount ?? 0));
  return {
    moneyIn: toDollars(moved?.moneyIn),
    payments: moved?.payments ?? 0,
    refunded: toDollars(moved?.refunded),
    paidOut: toDollars(moved?.paidOut),
    payouts: moved?.payouts ?? 0,
    sales: {
      creators: toDollars(moved?.creators),
      commission: toDollars(moved?.commission),
      tax: toDollars(moved?.tax),
    },
    held: {
      available: toDollars(balances?.available),
      pending: toDollars(balances?.pending),
      requested: toDollars(balances?.requested),
    },
    fanWallets: toDollars(balances?.fanWallets),
    fans: balances?.fans ?? 0,
  };
}
