import { needsSession } from '@/lib/session-for-files';

/** @returns a blob URL, since video elements load tracks only from their own origin; undefined if the download fails */
export async function loadVideoCaptions(address: string): Promise<string | undefined> {
  try {
    const reply = await fetch(address, { credentials: needsSession(address) ? 'include' : 'same-origin' });
    return reply.ok ? URL.createObjectURL(await reply.blob()) : undefined;
  } catch {
    return undefined;
  }
}
