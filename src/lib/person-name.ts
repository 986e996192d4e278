interface Named {
  name?: string | null;
  username?: string | null;
}

/**
 * What somebody is called on screen. An account that is gone comes as `null`; one that a backend only did not name, or did not
 * send along, is somebody all the same.
 */
export function personName(person: Named | null | undefined, role: 'fan' | 'creator'): string {
  if (person === null) return 'Deleted account';
  return person?.name?.trim() || person?.username || (role === 'fan' ? 'A fan' : 'A creator');
}
