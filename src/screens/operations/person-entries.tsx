import Link from 'next/link';
import { useRouter } from 'next/router';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { describeTransfer } from '@/features/operations/ledger/transfer-words';
import { ENTRIES_PER_PAGE, personEntries, type PersonEntry } from '@/features/operations/person/person-feature';
import { formatSigned } from '@/lib/format-money';
import { shortenToTitle } from '@/lib/shorten';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { payoutsHref } from './payouts-query';
import { personHref } from './people-query';
import { PersonLink } from './person-link';
import { TableTime } from './table-time';

type Account = PersonEntry['moves'][number]['account'];

const balances: Record<Account, string> = {
  wallet: 'Available',
  pending: 'Pending',
  reserved: 'In payout requests',
  debt: 'Owed',
};

/** Transfers of the ledger that moved the person's money, newest first: the columns add up to the balances. */
export function PersonEntries({ isCreator }: { isCreator: boolean }) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { rows, total, status, error, query } = useAppSelector(personEntries.select);
  return (
    <ConsoleTable
      label="Entries in the ledger"
      columns={listColumns(rows, isCreator)}
      rows={rows}
      total={total}
      // Not from the address: other tabs leave the page there out.
      page={(query.offset ?? 0) / ENTRIES_PER_PAGE + 1}
      pageSize={ENTRIES_PER_PAGE}
      onPage={(page) => void router.push(personHref(query.id, 'money', page), undefined, { scroll: false })}
      isLoading={status === 'pending'}
      failure={status === 'failed' ? error?.message : undefined}
      onRetry={() => dispatch(personEntries.requested(query))}
      empty="No money of this account has moved."
    />
  );
}

function listColumns(rows: PersonEntry[], isCreator: boolean): ConsoleColumn<PersonEntry>[] {
  const always: Account[] = isCreator ? ['wallet', 'pending'] : ['wallet'];
  const seldom = (['reserved', 'debt'] as const).filter((account) =>
    rows.some((row) => getMove(row, account) !== null),
  );
  return [
    { key: 'at', title: 'When', render: ({ createdAt }) => <TableTime at={createdAt} /> },
    { key: 'code', title: 'Entry', render: (entry) => <EntryName entry={entry} /> },
    { key: 'item', title: 'For', render: renderItem },
    { key: 'other', title: 'With', render: ({ other }) => (other ? <PersonLink person={other} /> : 'The site') },
    ...[...always, ...seldom].map((account) => ({
      key: account,
      title: account === 'wallet' && !isCreator ? 'In the wallet' : balances[account],
      isNumber: true,
      render: (entry: PersonEntry) => {
        const amount = getMove(entry, account);
        return amount === null ? '' : formatSigned(amount);
      },
    })),
  ];
}

/** Empty if the entry's name says it all, as for a tip. */
const renderItem = (entry: PersonEntry) =>
  entry.item !== null || (entry.sale !== null && entry.sale !== entry.code) ? <EntryItem entry={entry} /> : '';

/** A debt is below zero in the ledger, and shown as an amount that is owed. */
function getMove({ moves }: PersonEntry, account: Account): number | null {
  const move = moves.find((one) => one.account === account);
  if (!move) return null;
  return account === 'debt' ? -move.amount : move.amount;
}

function EntryName({ entry: { code, paymentId, payoutId } }: { entry: PersonEntry }) {
  const canReadPayments = useAppSelector(selectMay('readLedger'));
  const canReadPayouts = useAppSelector(selectMay('decidePayouts'));
  const name = describeTransfer(code);
  if (payoutId !== null && canReadPayouts) {
    const filter = { status: 'all', q: payoutId, type: null, from: '', to: '' } as const;
    return <NameLink href={payoutsHref(filter)}>{name}</NameLink>;
  }
  if (paymentId !== null && canReadPayments) return <NameLink href={consolePaths.payment(paymentId)}>{name}</NameLink>;
  return name;
}

const NameLink = ({ href, children }: { href: string; children: string }) => (
  <Link className="link" href={href}>
    {children}
  </Link>
);

function EntryItem({ entry: { code, sale, item } }: { entry: PersonEntry }) {
  const canOpenContent = useAppSelector(selectMay('moderateContent'));
  const kind = sale !== null && sale !== code ? describeTransfer(sale) : '';
  const title = shortenToTitle(item?.title ?? '') || 'Untitled';
  return (
    <>
      {kind}
      {kind !== '' && item && ': '}
      {item?.page && canOpenContent ? (
        <NameLink href={consolePaths.contentOf(item.page.kind, item.page._id)}>{title}</NameLink>
      ) : (
        item && title
      )}
    </>
  );
}
