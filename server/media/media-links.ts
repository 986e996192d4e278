import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { limits } from '@contract/base/limits';

/** For this many seconds, a viewer gets the same link again, so that browsers and JSON caches can reuse it. */
const WINDOW_SECONDS = 600;
/** Maximum of cached links, each about two hundred bytes. */
const MOST_KEPT = 50_000;

/** A signed link. The signature covers all other fields. */
export interface MediaLink {
  fileId: string;
  variant: string;
  /** Account id, or `guest`. */
  viewer: string;
  /** Unix time in seconds. */
  expires: number;
  signature: string;
}

export const GUEST = 'guest';

export type MediaLinks = ReturnType<typeof createMediaLinks>;

/** Removes an extension, as in `hls.m3u8`: some players need it in the URL, but it is not signed. */
const withoutEnding = (variant: string): string => variant.replace(/[.]\w+$/, '');

/**
 * True if browsers send the web app's session with requests for media and downloads, which they do if web app and API have the
 * same host, whatever the ports. In that case, a link alone does not open files.
 */
export const isSessionSentWithLinks = (env: { WEB_PUBLIC_URL: string; API_PUBLIC_URL: string }): boolean =>
  new URL(env.WEB_PUBLIC_URL).hostname === new URL(env.API_PUBLIC_URL).hostname;

/**
 * @param use each use has its own key, so that a signature for one is never valid for another
 * @param length of signatures in characters; by default all 43
 */
export function createSigner(secret: string, use: string, length?: number) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  const seal = (...parts: (string | number)[]): string =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url').slice(0, length);
  const isSealed = (signature: string, ...parts: (string | number)[]): boolean => {
    const [wanted, given] = [Buffer.from(seal(...parts)), Buffer.from(signature)];
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  };
  return { seal, isSealed };
}

/** @param options.baseUrl of the API, without a trailing slash; `now` in milliseconds */
export function createMediaLinks(options: { baseUrl: string; secret: string; now(): number }) {
  const { seal, isSealed } = createSigner(options.secret, 'media-link', 32);
  // Cached, because a link stays the same for a whole window, and is needed whenever its post is shown.
  const made = new Map<string, string>();
  let madeFor = 0;
  return {
    /** Absolute URL that opens one variant for one viewer (null: guests) for 5 to 15 minutes. */
    sign(fileId: string, variant: string, viewerId: string | null): string {
      const viewer = viewerId ?? GUEST;
      const window = Math.floor(options.now() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS;
      if (window !== madeFor || made.size >= MOST_KEPT) made.clear();
      madeFor = window;
      const subject = `${viewer} ${fileId} ${variant}`;
      const known = made.get(subject);
      if (known !== undefined) return known;
      const expires = window + limits.mediaLinkSeconds;
      const signature = seal(fileId, withoutEnding(variant), viewer, expires);
      const link = `${options.baseUrl}/media/${fileId}/${variant}?v=${viewer}&e=${expires}&s=${signature}`;
      made.set(subject, link);
      return link;
    },
    isValid({ fileId, variant, viewer, expires, signature }: MediaLink): boolean {
      const seconds = options.now() / 1000;
      if (expires <= seconds || expires > seconds + limits.mediaLinkSeconds) return false;
      return isSealed(signature, fileId, variant, viewer, expires);
    },
    publicUrl: (fileId: string, variant: string): string => `${options.baseUrl}/media/public/${fileId}/${variant}`,
  };
}
