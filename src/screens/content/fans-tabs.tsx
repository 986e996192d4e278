import { Tabs } from '@/components/layout/tabs';
import { paths } from '@/config/paths';

const tabs = [
  { href: paths.creator.subscribers, label: 'Subscribers' },
  { href: paths.creator.followers, label: 'Followers' },
];

/** The way between the two kinds of fans. */
export const FansTabs = ({ current }: { current: string }) => <Tabs label="Fans" tabs={tabs} current={current} />;
