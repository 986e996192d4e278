/** @returns a blob URL, as a video element loads tracks from its own origin only; undefined if the download fails */
export async function loadVideoCaptions(address: string): Promise<string | undefined> {
  try {
    const reply = await fetch(address, { credentials: 'include' });
    return reply.ok ? URL.createObjectURL(await reply.blob()) : undefined;
  } catch {
    return undefined;
  }
}
