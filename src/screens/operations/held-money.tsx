import { Alert } from 'antd';
import { Facts, type Fact } from '@/components/console/facts';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { personMoney, type PersonMoney } from '@/features/operations/person/person-feature';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

/** Balances of an account that is to be closed, and what happens to each; for roles that read them. */
export function HeldMoney({ of: kind }: { of: 'fan' | 'creator' }) {
  const isAllowed = useAppSelector(selectMay('readPeoplesMoney'));
  const { data, status } = useAppSelector(personMoney.select);
  if (!isAllowed) return null;
  if (status === 'failed') return <Alert type="warning" showIcon title="Their balances could not be loaded." />;
  if (!data) return <p className="muted">Loading their balances</p>;
  return <Facts facts={kind === 'fan' ? listWallet(data) : listEarnings(data)} />;
}

const STAYS = 'It stays theirs; they can ask you for it.';

const listWallet = ({ wallet }: PersonMoney): Fact[] => [
  { label: 'In the wallet', value: wallet === 0 ? 'Nothing' : `${formatMoney(wallet)}. ${STAYS}` },
];

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
