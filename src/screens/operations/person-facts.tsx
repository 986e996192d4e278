import { Alert, Card, Descriptions } from 'antd';
import type { Person } from '@/features/operations/person/person-feature';
import { describeProof, providerWords } from '@/features/operations/person/person-words';
import { describeSiteCommission } from '@/features/operations/setting/setting-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { getCountryName } from '@/lib/display-name';
import { formatCount } from '@/lib/format-count';
import { formatShare } from '@/lib/percent';

const showTime = (moment: string | null) =>
  moment === null ? 'Never' : formatFull(moment, { timeZone: VIEWER_TIME_ZONE });

export function PersonFacts({ person }: { person: Person }) {
  const { firstName, lastName, email, verifiedEmail, phone, verifiedPhone, country, creator, deletionAt, closure } =
    person;
  const logins = person.logins.map(({ provider, label }) =>
    label === '' ? providerWords[provider] : `${providerWords[provider]} (${label})`,
  );
  const items = [
    { label: 'Full name', children: `${firstName} ${lastName}`.trim() || 'Not given' },
    { label: 'Email', children: describeProof(email, verifiedEmail) },
    { label: 'Phone', children: describeProof(phone, verifiedPhone) },
    { label: 'Country', children: country === '' ? 'Not given' : getCountryName(country) },
    { label: 'Logs in with', children: logins.join(', ') || 'Nothing' },
    { label: 'Two-factor', children: person.hasTwoFactor ? 'On' : 'Off' },
    { label: 'Signed up', children: showTime(person.createdAt) },
    { label: 'Last seen', children: showTime(person.lastSeenAt) },
    ...(creator ? listCreatorFacts(creator, person.isApproved) : []),
    { label: 'Id', children: <code>{person._id}</code> },
  ];
  return (
    <Card title="Account">
      {closure && (
        <Alert
          type="error"
          showIcon
          title={`Closed on ${showTime(closure.at)} by ${closure.operatorName || 'a deleted account'}`}
          description={closure.reason}
          style={{ marginBottom: 'var(--s-3)' }}
        />
      )}
      {deletionAt !== null && (
        <Alert
          type="warning"
          showIcon
          title={`They asked for their account to be deleted. It’s due on ${showTime(deletionAt)}.`}
          style={{ marginBottom: 'var(--s-3)' }}
        />
      )}
      <Descriptions bordered size="small" column={1} items={items.map((item) => ({ key: item.label, ...item }))} />
    </Card>
  );
}

function listCreatorFacts(creator: NonNullable<Person['creator']>, isApproved: boolean) {
  const { commission, siteCommission, siteCommissions, subscribers, followers } = creator;
  const shared = describeSiteCommission(siteCommission, siteCommissions);
  return [
    { label: 'Commission', children: commission === null ? shared : `${formatShare(commission)}, their own` },
    { label: 'Payouts', children: describePayouts(creator, isApproved) },
    { label: 'Subscribers', children: formatCount(subscribers) },
    { label: 'Followers', children: formatCount(followers) },
  ];
}

function describePayouts({ payoutHold, payoutRest }: NonNullable<Person['creator']>, isApproved: boolean): string {
  if (payoutHold !== null) return `On hold: ${payoutHold}`;
  if (!isApproved) return 'Not before they are approved';
  if (payoutRest === null) return 'Possible';
  return `Paused until ${showTime(payoutRest.until)}: they ${payoutRest.reason} where their money goes`;
}
