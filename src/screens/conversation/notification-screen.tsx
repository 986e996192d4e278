import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { NotificationList, ReadAllButton } from '@/features/conversation/notification/components/notification-list';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** What happened to the viewer's account and work. */
export function NotificationScreen() {
  const siteName = useAppSelector(selectSiteName);
  return (
    <PageColumn>
      <Head>
        <title>{`Notifications · ${siteName}`}</title>
      </Head>
      <PageHead title="Notifications" actions={<ReadAllButton />} />
      <NotificationList />
    </PageColumn>
  );
}
