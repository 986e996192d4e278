import { useRouter } from 'next/router';
import { Alert, Button, Select, Skeleton, Tabs, Tag } from 'antd';
import type { ReactNode } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { useNarrow } from '@/components/hooks/use-narrow';
import { Avatar } from '@/components/people/avatar';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { person as personValue, type Person } from '@/features/operations/person/person-feature';
import { kindWords } from '@/features/operations/person/person-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { personHref, readTab, type PersonTab } from './people-query';
import { StatusTag } from './people-screen';
import { PersonActs } from './person-acts';
import { PersonFacts } from './person-facts';
import { PersonLog } from './person-log';
import { PersonMoneyTab } from './person-money';
import { PersonNotes } from './person-notes';
import { PersonReports } from './person-reports';
import { PersonSessions } from './person-sessions';
import styles from './person-screen.module.css';

/** One account: state, acts, notes, sessions, reports, money and log. */
export function PersonScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const { data: person, status, error } = useAppSelector(personValue.select);
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const name = person ? person.name || person.username || 'No name' : 'Account';
  return (
    <>
      <PageTitle title={name} />
      <ConsolePage
        title={name}
        note={person && <Head person={person} />}
        actions={person && <Avatar name={name} src={person.avatar} size="lg" />}
      >
        {status === 'failed' && (
          <Alert
            type="error"
            showIcon
            title={error?.message}
            action={<Button onClick={() => dispatch(personValue.requested(id))}>Try again</Button>}
          />
        )}
        {status === 'pending' && !person && <Skeleton active paragraph={{ rows: 8 }} />}
        {person && <PersonTabs person={person} tab={readTab(query)} />}
      </ConsolePage>
    </>
  );
}

function Head({ person }: { person: Person }) {
  const { username, kind, isApproved, status, hasTwoFactor, operatorRole, creator } = person;
  return (
    <span className={styles.head}>
      {username !== null && <span>@{username}</span>}
      <Tag>{kindWords[kind]}</Tag>
      <StatusTag status={status} />
      {creator && <Tag color={isApproved ? 'success' : 'warning'}>{isApproved ? 'Verified' : 'Not approved'}</Tag>}
      {creator?.payoutHold && <Tag color="warning">Payouts on hold</Tag>}
      {hasTwoFactor && <Tag>Two-factor on</Tag>}
      {operatorRole !== null && <Tag color="processing">Operator: {operatorRole}</Tag>}
    </span>
  );
}

const TABS_ID = 'person';

function PersonTabs({ person, tab }: { person: Person; tab: PersonTab }) {
  const router = useRouter();
  const isNarrow = useNarrow();
  const mayMoney = useAppSelector(selectMay('readPeoplesMoney'));
  const reports = person.reportsAbout.total + person.reportsBy.total;
  const tabs: { key: PersonTab; label: string; children: ReactNode }[] = [
    { key: 'overview', label: 'Overview', children: <Overview person={person} /> },
    {
      key: 'sessions',
      label: `Sessions (${person.sessions.length})`,
      children: <PersonSessions person={person} />,
    },
    { key: 'reports', label: `Reports (${reports})`, children: <PersonReports person={person} /> },
    { key: 'money', label: 'Money', children: <PersonMoneyTab isCreator={person.creator !== null} /> },
    { key: 'log', label: 'Log', children: <PersonLog id={person._id} /> },
  ];
  const shown = tabs.filter(({ key }) => key !== 'money' || mayMoney);
  const current = shown.find(({ key }) => key === tab) ?? shown[0]!;
  const open = (key: PersonTab) =>
    void router.replace(personHref(person._id, key), undefined, { shallow: true, scroll: false });
  // Tabs that do not fit would move into a menu that screen readers cannot find. Within `Tabs`, so that the parts, with what is
  // typed in their dialogs, stay when a phone is rotated.
  const select = () => (
    <Select
      // The panel is labelled by it, as by its tab.
      id={`${TABS_ID}-tab-${current.key}`}
      className={styles.part}
      aria-label="Part of the page"
      value={current.key}
      onChange={open}
      options={shown.map(({ key, label }) => ({ value: key, label }))}
    />
  );
  return (
    <Tabs
      id={TABS_ID}
      activeKey={current.key}
      onChange={(key) => open(key as PersonTab)}
      items={shown}
      renderTabBar={isNarrow ? select : undefined}
    />
  );
}

const Overview = ({ person }: { person: Person }) => (
  <div className={styles.layout}>
    <div className={styles.column}>
      <PersonFacts person={person} />
      <PersonNotes person={person} />
    </div>
    <PersonActs person={person} />
  </div>
);
