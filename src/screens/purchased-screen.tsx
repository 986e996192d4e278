import { useRouter } from 'next/router';
import { Chips } from '@/components/chips';
import { paths } from '@/config/paths';
import { ChargeTable } from '@/features/payment/components/charge-table';
import { MoneyFrame } from './money-frame';
import { readPage } from './page-query';
import { purchasedKinds, readPurchasedKind } from './purchased-query';

/** Single things that were unlocked: theirs to keep. */
export function PurchasedScreen() {
  const router = useRouter();
  const kind = readPurchasedKind(router.query);
  const hrefOf = (type: string, page: number) => `${paths.user.purchased}?type=${type}&page=${page}`;
  const label = purchasedKinds.find(({ value }) => value === kind)?.label.toLowerCase() ?? 'posts';
  return (
    <MoneyFrame title="Unlocked" note="What you bought one by one is yours to keep, with or without a subscription.">
      <div className="stack">
        <Chips
          label="Kind"
          options={[...purchasedKinds]}
          value={kind}
          onToggle={(type) => void router.push(hrefOf(type, 1), undefined, { scroll: false })}
        />
        <ChargeTable
          page={readPage(router.query)}
          hrefOf={(page) => hrefOf(kind, page)}
          emptyTitle={`No ${label} unlocked yet`}
          emptyText="What you unlock stays here, ready to open."
        />
      </div>
    </MoneyFrame>
  );
}
