import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { ErrorState } from '@/components/states/error-state';
import { Sheet } from '@/components/layout/sheet';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { ItemCard } from '@/features/content/item/components/item-card';
import { getKey } from '@/features/content/item/item-kinds';
import { itemRequested } from '@/features/content/item/item-slice';
import { selectItemAt, selectPlace } from '@/features/content/item/item-state';
import { getTitle } from '@/features/content/item/item-view';
import type { ReportTarget } from '@/features/content/report/report-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withFeatures } from '@/store/with-features';
import { itemFeatures } from '../../content/item-page';
import { getReport } from '../../content/item-section';
import { ReportSheet } from '../../site/lazy-parts';

interface OpenedPurchaseProps {
  id: string;
  onClose: () => void;
}

function Opened({ id, onClose }: OpenedPurchaseProps) {
  const dispatch = useAppDispatch();
  const router = useRouter();
  const item = useAppSelector(selectItemAt('feed', id));
  const place = useAppSelector(selectPlace('feed', id));
  const [reported, setReported] = useState<ReportTarget | null>(null);
  useEffect(() => void dispatch(itemRequested({ kind: 'feed', address: id })), [dispatch, id]);
  const path = paths.post(item?.slug || id);
  return (
    <Sheet
      open
      size="wide"
      onClose={onClose}
      title={item ? getTitle(item) : 'Your purchase'}
      subtitle={
        <Link className="link" href={path}>
          Open its page
        </Link>
      }
    >
      {item && (
        <ItemCard
          itemKey={getKey(item)}
          isPage
          eager
          onComments={() => void router.push(`${path}#comments`)}
          onReport={(post) => setReported(getReport(post))}
        />
      )}
      {!item && (place?.status === 'failed' || place?.status === 'missing') && (
        <ErrorState title="It did not open" onRetry={() => dispatch(itemRequested({ kind: 'feed', address: id }))} />
      )}
      {!item && place?.status !== 'failed' && place?.status !== 'missing' && <Skeleton kind="post" />}
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </Sheet>
  );
}

/** Shows a bought post on the library page. Load it lazily, because it adds the features of posts. */
export const OpenedPurchase = withFeatures(Opened, itemFeatures);
