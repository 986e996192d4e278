import type { Person, PersonLine } from './person-feature';

export const kindWords: Record<PersonLine['kind'], string> = { user: 'Fan', performer: 'Creator' };

export const statusWords: Record<PersonLine['status'], string> = {
  active: 'Active',
  inactive: 'Closed by us',
  'pending-email-confirmation': 'Email not confirmed',
  closing: 'Leaving',
  erasing: 'Being deleted',
  deleted: 'Deleted',
};

/** Name and username, which tell people of one name apart: `Noor Adeyemi (@noor)`. Empty for a deleted account. */
export function nameFully(person: { name?: string | null; username?: string | null } | null | undefined): string {
  const { name, username } = person ?? {};
  if (!username) return name ?? '';
  return name ? `${name} (@${username})` : `@${username}`;
}

/** An email or phone number, and whether it is confirmed. */
export const describeProof = (value: string | null, isVerified: boolean): string =>
  value === null || value === '' ? 'None' : `${value}, ${isVerified ? 'confirmed' : 'not confirmed'}`;

const toOptions = <Value extends string>(words: Record<Value, string>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));

export const kindOptions = toOptions(kindWords);
export const statusOptions = toOptions(statusWords);

export const providerWords: Record<Person['logins'][number]['provider'], string> = {
  password: 'Password',
  google: 'Google',
  twitter: 'X',
  phone: 'Phone',
};

export const reportStatusWords: Record<Person['reportsBy']['data'][number]['status'], string> = {
  open: 'Open',
  rejected: 'No action',
  resolved: 'Acted on',
};
