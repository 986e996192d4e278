import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Panel } from '@/components/layout/panel';
import { SearchField } from '@/components/form/search-field';
import { paths } from '@/config/paths';
import { selectItemList } from '@/features/content/item/item-state';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { NextRenewal } from '@/features/money/subscription/components/next-renewal';
import { formatMoney } from '@/lib/format-money';
import { topUpRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { homeList } from '../home-query';
import { Suggestions, useSuggestions } from './suggestions';

const links = [
  { href: paths.page('terms-of-service'), label: 'Terms' },
  { href: paths.page('privacy-policy'), label: 'Privacy' },
  { href: paths.contact, label: 'Contact' },
];

export function HomeAside() {
  const router = useRouter();
  const [words, setWords] = useState('');
  const creators = useSuggestions();
  // An empty home page already shows the first three suggestions beside this column.
  const first = useAppSelector(selectItemList(homeList({})))?.rows.length === 0 ? 3 : 0;
  return (
    <>
      <SearchField
        label="Search creators and posts"
        value={words}
        onChange={setWords}
        onSubmit={(value) => void router.push(paths.search(value.trim()))}
      />
      <WalletPanel />
      <Suggestions title="You might like" creators={creators?.slice(first, first + 3)} />
      <nav className="xs muted" aria-label="About this site">
        {links.map(({ href, label }, index) => (
          <span key={href}>
            {index > 0 && ' · '}
            <Link href={href}>{label}</Link>
          </span>
        ))}
      </nav>
    </>
  );
}

function WalletPanel() {
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  if (!viewer) return null;
  const { isPerformer, wallet, pendingBalance } = viewer;
  return (
    <Panel>
      <div className="row row--between">
        <div className="stack stack--sm">
          <p className="sm muted">{isPerformer ? 'Available' : 'Wallet'}</p>
          <p className="price">{formatMoney(wallet)}</p>
        </div>
        {isPerformer ? (
          <Button variant="soft" size="sm" href={paths.creator.earnings}>
            Earnings
          </Button>
        ) : (
          <Button variant="soft" size="sm" onClick={() => dispatch(topUpRequested())}>
            Top up
          </Button>
        )}
      </div>
      {!isPerformer && <NextRenewal />}
      {isPerformer && pendingBalance > 0 && (
        <p className="xs muted">{formatMoney(pendingBalance)} more is on its way to you.</p>
      )}
    </Panel>
  );
}
