interface Named {
  name?: string | null;
  username?: string | null;
}

/** `null` is a deleted account; one that a backend did not name or send still exists. */
export function getPersonName(person: Named | null | undefined, role: 'fan' | 'creator'): string {
  if (person === null) return 'Deleted account';
  return person?.name?.trim() || person?.username || (role === 'fan' ? 'A fan' : 'A creator');
}
