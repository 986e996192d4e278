import type { EndpointReply } from '@contract/schemas';
import type { AccountRow } from '../accounts/identity-repository';
import { listLoginWays } from './login-methods';

export type LinkedLogins = EndpointReply<'listLinkedLogins'>;
export type Provider = LinkedLogins['linked'][number]['provider'];

export const linkColumns = {
  google: { id: 'googleId', label: 'googleLabel', words: 'your Google account' },
  twitter: { id: 'twitterId', label: 'twitterLabel', words: 'your Twitter account' },
} as const;

export const PHONE_WORDS = 'your phone';

export function presentLinkedLogins(row: AccountRow): LinkedLogins {
  const ways = listLoginWays(row);
  const labels: Record<Provider, string | null> = {
    google: row.googleLabel,
    twitter: row.twitterLabel,
    phone: row.phone,
  };
  const linked = ways
    .filter((way) => way !== 'password')
    .map((provider) => ({ provider, label: labels[provider] ?? '', canUnlink: ways.length > 1 }));
  return { hasPassword: row.passwordHash !== null, linked };
}
