import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { NotificationList, ReadAllButton } from '@/features/conversation/notification/components/notification-list';
import { PageTitle } from '../site/page-title';

export function NotificationScreen() {
  return (
    <PageColumn>
      <PageTitle title="Notifications" />
      <PageHead title="Notifications" actions={<ReadAllButton />} />
      <NotificationList />
    </PageColumn>
  );
}
