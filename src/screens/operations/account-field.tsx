import { Alert, Form, Select } from 'antd';
import { useState } from 'react';
import { Facts } from '@/components/console/facts';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { candidates, type Candidate } from '@/features/operations/operator/operator-feature';
import { person, type Person } from '@/features/operations/person/person-feature';
import { describeProof, nameFully } from '@/features/operations/person/person-words';
import { formatDay, formatRelative, VIEWER_TIME_ZONE } from '@/lib/dates';
import { getCountryName } from '@/lib/display-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { describeDevice } from './person-sessions';

const zone = { timeZone: VIEWER_TIME_ZONE };

const toOption = ({ _id, name, username, email, createdAt }: Candidate) => ({
  value: _id,
  label: nameFully({ name, username }) || email || _id,
  note: [email ?? 'No email', `since ${formatDay(createdAt, zone)}`].join(', '),
});

/** A form's field for one fan's account, which is found by part of its name, username or email. */
export function AccountField({ name, extra }: { name: string; extra: string }) {
  const dispatch = useAppDispatch();
  const { data, status, error, query } = useAppSelector(candidates.select);
  const [words, setWords] = useState('');
  const [, setTyped] = useTypedText(words, (text) => {
    setWords(text);
    if (text !== '') dispatch(candidates.requested(text));
  });
  const isAnswered = words !== '' && query === words && status !== 'pending';
  return (
    <>
      <Form.Item
        name={name}
        label="Account"
        extra={extra}
        rules={[{ required: true, message: 'Choose a fan’s account.' }]}
      >
        <Select
          placeholder="Name, username or email"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          options={(data ?? []).map(toOption)}
          optionRender={({ data: { label, note } }) => (
            <div style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              {label}
              <div className="sm muted">{note}</div>
            </div>
          )}
          loading={status === 'pending'}
          notFoundContent={isAnswered ? 'No fan’s account fits.' : 'Type a name, username or email.'}
          onSelect={(id: string) => dispatch(person.requested(id))}
        />
      </Form.Item>
      {status === 'failed' && <Alert type="error" showIcon title={error?.message} />}
    </>
  );
}

const MAX_LOGINS = 3;

const describeLogin = (session: Person['sessions'][number]): string =>
  [
    describeDevice(session),
    session.country === null ? '' : getCountryName(session.country),
    `last used ${formatRelative(session.lastUsedAt, zone)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Facts that tell an account from others of the same name. */
export function AccountFacts({
  person: { name, username, email, createdAt, hasTwoFactor, verifiedEmail, sessions },
}: {
  person: Person;
}) {
  const facts = [
    { label: 'Name', value: nameFully({ name, username }) },
    { label: 'Email', value: describeProof(email, verifiedEmail) },
    { label: 'Signed up', value: formatDay(createdAt, zone) },
    { label: 'Two-factor', value: hasTwoFactor ? 'On' : 'Off' },
    {
      label: 'Last log-ins',
      value:
        sessions.length === 0
          ? 'Not logged in on any device'
          : sessions.slice(0, MAX_LOGINS).map((session) => <div key={session._id}>{describeLogin(session)}</div>),
    },
  ];
  return (
    <div style={{ marginBottom: 'var(--s-4)' }}>
      <Facts facts={facts} />
    </div>
  );
}
