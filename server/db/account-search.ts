import { eq, ilike, or } from 'drizzle-orm';
import { accounts } from './schema/accounts';
import { anywhere } from './search-words';

/** For searches by operators: part of a name or username, or the whole email. */
export const isNamed = (text: string) =>
  or(
    ilike(accounts.name, anywhere(text)),
    ilike(accounts.username, anywhere(text)),
    eq(accounts.email, text.toLowerCase()),
  );
