import { Card, Descriptions, Tag } from 'antd';
import type { ReactNode } from 'react';
import { selectDocuments, type CreatorToReview } from '@/features/operations/review/review-feature';
import { describeProof } from '@/features/operations/person/person-words';
import { formatDay } from '@/lib/dates';
import { getCountryName } from '@/lib/display-name';
import { useAppSelector } from '@/store/hooks';
import { LookAlikes } from './look-alikes';

const Warning = ({ children }: { children: ReactNode }) => <Tag color="warning">{children}</Tag>;

/** Details that the creator typed, to compare with the documents. */
export function ReviewFacts({ creator }: { creator: CreatorToReview }) {
  const { opened } = useAppSelector(selectDocuments);
  const { firstName, lastName, username, email, createdAt, rejectionReason } = creator;
  const items = [
    { label: 'Name', children: `${firstName} ${lastName}`.trim() || 'Not given' },
    { label: 'Date of birth', children: <BirthDate {...creator} /> },
    { label: 'Country', children: <Countries {...creator} /> },
    { label: 'Username', children: username === null ? 'None' : `@${username}` },
    { label: 'Email', children: describeProof(email, creator.verifiedEmail) },
    { label: 'Signed up', children: formatDay(createdAt, { timeZone: 'UTC' }) },
    {
      label: 'Same document',
      children: opened ? <LookAlikes of={opened.sameDocument} /> : 'Checked once you open them',
    },
    { label: 'Same name and birthday', children: <SameName {...creator} /> },
    ...(rejectionReason === '' ? [] : [{ label: 'Last rejection', children: rejectionReason }]),
  ];
  return (
    <Card title="What they typed">
      <Descriptions bordered size="small" column={1} items={items.map((item) => ({ key: item.label, ...item }))} />
    </Card>
  );
}

/** An account without a name is not the only one of its name. */
function SameName({ firstName, lastName, sameName }: Pick<CreatorToReview, 'firstName' | 'lastName' | 'sameName'>) {
  if (sameName !== null) return <LookAlikes of={sameName} />;
  if (firstName === '' && lastName === '') return 'Not compared: no name given';
  return firstName === '' || lastName === ''
    ? 'Not compared: no full name given'
    : 'Not compared: no date of birth given';
}

function BirthDate({ dateOfBirth, age, minimumAge }: Pick<CreatorToReview, 'dateOfBirth' | 'age' | 'minimumAge'>) {
  if (dateOfBirth === null || age === null) return <Warning>Not given: can’t be approved</Warning>;
  return (
    <>
      {formatDay(dateOfBirth, { timeZone: 'UTC' })}, {age} years old{' '}
      {age < minimumAge && <Warning>Under {minimumAge}</Warning>}
    </>
  );
}

function Countries({ country, loginCountries }: Pick<CreatorToReview, 'country' | 'loginCountries'>) {
  const names = loginCountries.map(getCountryName);
  const typed = country === '' ? 'Not given' : getCountryName(country);
  return (
    <>
      {typed}
      {names.length > 0 && `; logged in from ${names.join(', ')}`}{' '}
      {country !== '' && names.length > 0 && !names.includes(typed) && <Warning>Differs</Warning>}
    </>
  );
}
