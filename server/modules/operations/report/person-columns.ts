import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Selects an account for the wire; null if there is none. @param table `accounts`, or an alias of it */
export const selectPerson = <T extends Record<'id' | 'kind' | 'name' | 'username', AnyPgColumn>>(table: T) => ({
  _id: table.id as T['id'],
  kind: table.kind as T['kind'],
  name: table.name as T['name'],
  username: table.username as T['username'],
});
