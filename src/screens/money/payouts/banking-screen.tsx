import { ShieldCheck } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { AccountPanels } from '@/features/money/payout/components/account-panels';
import { StripePanel } from '@/features/money/payout/components/stripe-panel';
import { RestWords } from '@/features/money/payout/components/payout-problem';
import { selectOverview } from '@/features/money/payout/payout-slice';
import { selectHasPayouts } from '@/features/money/payout/payout-support';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';

export function BankingScreen() {
  const restsUntil = useAppSelector(selectOverview).sums?.restsUntil;
  const hasPayouts = useAppSelector(selectHasPayouts);
  return (
    <PageColumn>
      <PageTitle title="Payout details" />
      <PageHead
        title="Payout details"
        note="Where we send what you earn. Only you and whoever pays you can see it."
        actions={hasPayouts && <Button href={paths.creator.payouts}>Payouts</Button>}
      />
      <div className="stack">
        {restsUntil && (
          <Note icon={ShieldCheck} tone="warn">
            <RestWords />
          </Note>
        )}
        <AccountPanels />
        <StripePanel />
      </div>
    </PageColumn>
  );
}
