/**
 * The address of a file that can be shown or played now. Backends of the family tell one while a file is still in work,
 * and some when nothing came of it: the status decides. Wire contract 1.8.
 */
export function playableUrl({ url, status }: { url?: string | null; status?: string }): string | null {
  return status === 'processing' || status === 'error' ? null : (url ?? null);
}
