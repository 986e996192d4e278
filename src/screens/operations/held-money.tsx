import { Alert } from 'antd';
import { Facts, type Fact } from '@/components/console/facts';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { personMoney, type PersonMoney } from '@/features/operations/person/person-feature';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

/** Balances of an account that is to be closed or paid back, and what happens to each; for roles that read them. */
export function HeldMoney({ of: kind }: { of: keyof typeof lists }) {
  const isAllowed = useAppSelector(selectMay('readPeoplesMoney'));
  const { data, status } = useAppSelector(personMoney.select);
  if (!isAllowed) return null;
  if (status === 'failed') return <Alert type="warning" showIcon title="Their balances could not be loaded." />;
  if (!data) return <p className="muted">Loading their balances</p>;
  return <Facts facts={lists[kind](data)} />;
}

const STAYS = 'It stays theirs; they can ask you for it.';

const listWallet = ({ wallet }: PersonMoney): Fact[] => [
  { label: 'In the wallet', value: wallet === 0 ? 'Nothing' : `${formatMoney(wallet)}. ${STAYS}` },
];

/** A short line that no narrow column breaks. */
const Amount = ({ of: amount }: { of: number }) => <span className="nowrap">{formatMoney(amount)}</span>;

/** Before and after: the cards also get the tax, which is not in the wallet. */
function listRefund({ wallet, walletRefund }: PersonMoney): Fact[] {
  if (!walletRefund) return [{ label: 'In the wallet', value: formatMoney(wallet) }];
  const { cards, stays, tax } = walletRefund;
  return [
    { label: 'Wallet now', value: <Amount of={wallet} /> },
    ...cards.map(({ brand, last4Digits, amount }) => ({
      label: brand === null ? 'Back to their card' : `Back to ${brand} ${last4Digits}`,
      value: <Amount of={amount} />,
    })),
    ...(tax === 0 ? [] : [{ label: 'Tax in that', value: <Amount of={tax} /> }]),
    {
      label: 'Wallet after',
      value:
        stays === 0 ? <Amount of={0} /> : `${formatMoney(stays)}. No payment by card is left that it could go back to.`,
    },
  ];
}

function listEarnings({ wallet, pending, reserved, debt }: PersonMoney): Fact[] {
  const facts = [
    { label: 'Available', amount: wallet, effect: STAYS },
    { label: 'Pending', amount: pending, effect: 'It becomes available when its holding period ends.' },
    { label: 'In payout requests', amount: reserved, effect: 'Still to be paid, unless you reject them.' },
    { label: 'Owed to the site', amount: debt, effect: 'It stays owed.' },
  ];
  const held = facts.filter(({ amount }) => amount !== 0);
  if (held.length === 0) return [{ label: 'Balance', value: 'Nothing' }];
  return held.map(({ label, amount, effect }) => ({ label, value: `${formatMoney(amount)}. ${effect}` }));
}

const lists = { fan: listWallet, creator: listEarnings, refund: listRefund };
