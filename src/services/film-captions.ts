/**
 * Fetches the words of a film, as an address of this page's own: a player takes them from no other.
 *
 * @returns undefined when they do not come, since a film plays without.
 */
export async function loadVideoCaptions(address: string): Promise<string | undefined> {
  try {
    const reply = await fetch(address, { credentials: 'include' });
    return reply.ok ? URL.createObjectURL(await reply.blob()) : undefined;
  } catch {
    return undefined;
  }
}
