import { useRouter } from 'next/router';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { SearchFilter } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { useAct } from '@/features/operations/act/use-act';
import { COUPONS_PER_PAGE, endCoupon, siteCoupons, type Coupon } from '@/features/operations/site-text/coupon-feature';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { formatShare } from '@/lib/percent';
import { PageTitle } from '../site/page-title';
import { CouponDialog } from './site-text/coupon-dialog';
import { couponsHref, readCouponSearch } from './site-text-query';
import styles from './jobs/jobs.module.css';
import { PagedTable } from './paged-table';

const stateTags = {
  running: <Tag color="success">Running</Tag>,
  'used up': <Tag>Used up</Tag>,
  expired: <Tag>Expired</Tag>,
  ended: <Tag>Ended</Tag>,
};

const columns: ConsoleColumn<Coupon>[] = [
  { key: 'code', title: 'Code', render: ({ code }) => <code>{code}</code> },
  { key: 'value', title: 'Off', isNumber: true, render: ({ value }) => formatShare(value) },
  { key: 'used', title: 'Used', isNumber: true, render: ({ used }) => formatCount(used) },
  { key: 'left', title: 'Left', isNumber: true, render: ({ usesLeft }) => formatCount(usesLeft) },
  { key: 'until', title: 'Last day', render: ({ expiredDate }) => formatDay(expiredDate, { timeZone: 'UTC' }) },
  { key: 'state', title: 'Status', render: ({ state }) => stateTags[state] },
];

/** Coupons of the site, which lower the price of a subscription. */
export function CouponsScreen() {
  const router = useRouter();
  const q = readCouponSearch(router.query);
  const [edited, setEdited] = useState<Coupon | 'new' | null>(null);
  const [ending, setEnding] = useState<Coupon | null>(null);
  const open = (words: string, page?: number) =>
    void router.push(couponsHref(words, page), undefined, { scroll: false });
  const acts: ConsoleColumn<Coupon> = {
    key: 'acts',
    title: '',
    render: (coupon) => (
      <div className={styles.acts}>
        <Button onClick={() => setEdited(coupon)}>Change</Button>
        {coupon.state === 'running' && (
          <Button danger onClick={() => setEnding(coupon)}>
            End
          </Button>
        )}
      </div>
    ),
  };
  return (
    <>
      <PageTitle title="Coupons" />
      <ConsolePage
        title="Coupons"
        note="A fan can use each code once, for a subscription. The site pays the discount from its commission first."
        actions={
          <Button type="primary" onClick={() => setEdited('new')}>
            New coupon
          </Button>
        }
      >
        <SearchFilter label="Search coupons" placeholder="Search codes" value={q} onSearch={open} />
        <PagedTable
          list={siteCoupons}
          label="Coupons"
          columns={[...columns, acts]}
          pageSize={COUPONS_PER_PAGE}
          onPage={(page) => open(q, page)}
          empty={q === '' ? 'No coupon yet. Codes that lower a price would be here.' : 'No code has these letters.'}
        />
        <CouponDialog edited={edited} onClose={() => setEdited(null)} />
        <EndDialog coupon={ending} onClose={() => setEnding(null)} />
      </ConsolePage>
    </>
  );
}

function EndDialog({ coupon, onClose }: { coupon: Coupon | null; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open: coupon !== null, onDone: onClose });
  return (
    <ActDialog
      open={coupon !== null}
      title={`End ${coupon?.code ?? ''}?`}
      effect="Nobody can use it from now on. Payments that used it stay as they are."
      okText="End coupon"
      isDanger
      isBusy={isBusy}
      failure={failure}
      onAct={() => {
        if (coupon) act(endCoupon(coupon.code));
      }}
      onClose={onClose}
    />
  );
}
