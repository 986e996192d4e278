interface Named {
  name?: string | null;
  username?: string | null;
}

/** Null means a deleted account. An account without a name, or that the backend did not send, still exists. */
export function getPersonName(person: Named | null | undefined, role: 'fan' | 'creator'): string {
  if (person === null) return 'Deleted account';
  return person?.name?.trim() || person?.username || (role === 'fan' ? 'A fan' : 'A creator');
}
