import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { limits } from '@contract/base/limits';

/** Seconds for which the same viewer gets the same link, so that browsers and JSON caches can keep what they have. */
const WINDOW_SECONDS = 600;
/** Links remembered, some two hundred bytes each. */
const MOST_KEPT = 50_000;

/** What a signed link says; each part is under the seal. */
export interface MediaLink {
  fileId: string;
  variant: string;
  /** Account id of whom it was made for, or `guest`. */
  viewer: string;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

export const GUEST = 'guest';

export type MediaLinks = ReturnType<typeof createMediaLinks>;

/** `hls` for `hls.m3u8`: some players judge an address by its ending, which is no part of what a link opens. */
const withoutEnding = (variant: string): string => variant.replace(/[.]\w+$/, '');

/**
 * Whether browsers send the web app's session along with requests for media and downloads: they do where both halves share a
 * host, whatever the ports. A link alone opens nothing there.
 */
export const isSessionSentWithLinks = (env: { WEB_PUBLIC_URL: string; API_PUBLIC_URL: string }): boolean =>
  new URL(env.WEB_PUBLIC_URL).hostname === new URL(env.API_PUBLIC_URL).hostname;

/**
 * Seals links.
 *
 * @param use each has a key of its own: what is signed with the same secret for another use can never pass for a link.
 * @param length characters of a seal; all 43 unless given.
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

/**
 * Makes and checks addresses of media.
 *
 * @param options.baseUrl of the API, without a slash at its end; `now` in milliseconds.
 */
export function createMediaLinks(options: { baseUrl: string; secret: string; now(): number }) {
  const { seal, isSealed } = createSigner(options.secret, 'media-link', 32);
  // A viewer's link stays the same for a whole window, and is asked for whenever its post is shown: sealed once.
  const made = new Map<string, string>();
  let madeFor = 0;
  return {
    /** Absolute address that opens one variant for one viewer (null: anybody without an account) for 5 to 15 minutes. */
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
    /** Whether a link is as it was made and not expired. */
    isValid({ fileId, variant, viewer, expires, signature }: MediaLink): boolean {
      const seconds = options.now() / 1000;
      if (expires <= seconds || expires > seconds + limits.mediaLinkSeconds) return false;
      return isSealed(signature, fileId, variant, viewer, expires);
    },
    /** Address of what everybody may see. */
    publicUrl: (fileId: string, variant: string): string => `${options.baseUrl}/media/public/${fileId}/${variant}`,
  };
}
