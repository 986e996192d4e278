/**
 * Fetches captions into a blob URL: a video element loads tracks from its own origin only.
 * @returns undefined if they cannot be loaded, since the video plays without them
 */
export async function loadVideoCaptions(address: string): Promise<string | undefined> {
  try {
    const reply = await fetch(address, { credentials: 'include' });
    return reply.ok ? URL.createObjectURL(await reply.blob()) : undefined;
  } catch {
    return undefined;
  }
}
