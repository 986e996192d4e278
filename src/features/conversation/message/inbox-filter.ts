/** Which conversations the list shows; it stands in the address. */
export interface InboxFilter {
  /** Words to look for in names and texts. */
  q?: string;
  show?: 'unread' | 'subscribers';
}

/** @param query of the address; what it does not know is left out. */
export function readInboxFilter(query: Record<string, string | string[] | undefined>): InboxFilter {
  const { q, show } = query;
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q }),
    ...((show === 'unread' || show === 'subscribers') && { show }),
  };
}

/** The end of an address that says the same: `?show=unread`, or nothing. */
export function writeInboxFilter({ q, show }: InboxFilter, more: Record<string, string | number> = {}): string {
  const query = new URLSearchParams();
  if (show) query.set('show', show);
  if (q) query.set('q', q);
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
}

/** The name of the filter's list in the store. */
export function listKeyOf({ q = '', show }: InboxFilter): string {
  const words = q.trim();
  return words ? `${show ?? 'all'}:${words}` : (show ?? 'all');
}
