import { Tabs } from '@/components/layout/tabs';
import { paths } from '@/config/paths';

const tabs = [
  { href: paths.creator.subscribers, label: 'Subscribers' },
  { href: paths.creator.followers, label: 'Followers' },
];

export const FansTabs = ({ current }: { current: string }) => <Tabs label="Fans" tabs={tabs} current={current} />;
