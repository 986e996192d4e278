import { Button, Flex } from 'antd';
import { useState } from 'react';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { endSessions } from '@/features/operations/person/person-acts';
import type { Person } from '@/features/operations/person/person-feature';
import { formatRelative, VIEWER_TIME_ZONE } from '@/lib/dates';
import { getCountryName } from '@/lib/display-name';
import { useAppSelector } from '@/store/hooks';
import { PersonActDialog } from './person-acts';

type Session = Person['sessions'][number];

const zone = { timeZone: VIEWER_TIME_ZONE };

export const describeDevice = ({ browser, os }: Session) =>
  browser === '' ? 'Unknown device' : os === '' ? browser : `${browser} on ${os}`;

const columns: ConsoleColumn<Session>[] = [
  { key: 'device', title: 'Device', render: describeDevice },
  {
    key: 'country',
    title: 'Country',
    render: ({ country }) => (country === null ? 'Unknown' : getCountryName(country)),
  },
  { key: 'used', title: 'Last used', render: ({ lastUsedAt }) => formatRelative(lastUsedAt, zone) },
  { key: 'since', title: 'Logged in', render: ({ createdAt }) => formatRelative(createdAt, zone) },
];

/** Devices the account is logged in on. */
export function PersonSessions({ person: { _id, name, sessions } }: { person: Person }) {
  const mayEnd = useAppSelector(selectMay('endSessions'));
  const [ending, setEnding] = useState<Session | 'all' | null>(null);
  const end = ending !== null && {
    title: ending === 'all' ? 'End all sessions' : 'End session',
    effect: `${name} is logged out ${ending === 'all' ? 'on all devices' : `of ${describeDevice(ending)}`}, and can log in again.`,
    build: () => endSessions(_id, ending === 'all' ? undefined : ending._id),
  };
  const acts: ConsoleColumn<Session>[] = mayEnd
    ? [{ key: 'end', title: '', render: (row) => <Button onClick={() => setEnding(row)}>End</Button> }]
    : [];
  return (
    <Flex vertical gap="middle">
      {mayEnd && sessions.length > 0 && (
        <div>
          <Button danger onClick={() => setEnding('all')}>
            End all {sessions.length}
          </Button>
        </div>
      )}
      <ConsoleTable
        label="Sessions"
        columns={[...columns, ...acts]}
        rows={sessions}
        total={sessions.length}
        page={1}
        pageSize={Math.max(sessions.length, 1)}
        onPage={() => undefined}
        isLoading={false}
        onRetry={() => undefined}
        empty="Not logged in on any device."
      />
      <PersonActDialog id={_id} act={end || null} onClose={() => setEnding(null)} />
    </Flex>
  );
}
