import Link from 'next/link';
import { ArrowLeft } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useState, type MouseEvent } from 'react';
import { Icon } from '@/components/basic/icon';
import { nounsOf } from '@/config/item-names';
import type { Item } from '@/features/content/item/item-view';
import { profileKindPath } from '../profile-query';
import styles from '../item-screen.module.css';

/**
 * The way back from an item: to where one came from, as it was left, else to its creator's page. A link in any case, so
 * that it works before scripts do and opens elsewhere when asked to.
 */
export function BackLine({ performer, kind }: Pick<Item, 'performer' | 'kind'>) {
  const router = useRouter();
  const [canGoBack, setCanGoBack] = useState(false);
  useEffect(() => setCanGoBack(isWithinSite()), []);
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.back();
  };
  return (
    <Link className={styles.back} href={profileKindPath(performer, kind)} onClick={goBack}>
      <Icon of={ArrowLeft} />
      {canGoBack ? 'Back' : `All ${nounsOf(kind)} by ${performer.name}`}
    </Link>
  );
}

/** Whether the entry before this one is a page of ours. Browsers that do not tell get the link to the creator's page. */
function isWithinSite(): boolean {
  const { navigation } = window as { navigation?: { canGoBack?: boolean } };
  return navigation?.canGoBack === true;
}
