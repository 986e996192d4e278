import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors';
import { createSigner } from '../media/media-links';
import { hasCode } from '../lib/error';
import { isPlaylistOrSegment, PLAYLIST } from './hls-names';

/** The signed part of an address; one signature opens the whole stream, for one viewer. */
export interface HlsLink {
  viewer: string;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

export interface OpenedSegment {
  mimeType: string;
  /** Bytes. */
  size: number;
  bytes: Readable | Buffer;
}

export type HlsFiles = ReturnType<typeof createHlsFiles>;

const mimeTypes: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
};

/** Names of sessions are folders. */
export const isSessionId = (sessionId: string): boolean => /^[\w-]{1,64}$/.test(sessionId);

/**
 * Live segments on disk, behind signed addresses.
 *
 * @param options.baseUrl of the API, without a slash at its end; `now` in milliseconds.
 */
export function createHlsFiles(options: { dir: string; baseUrl: string; secret: string; now(): number }) {
  const { seal, isSealed } = createSigner(options.secret, 'stream-link', 32);
  const getQuery = ({ viewer, expires, signature }: HlsLink) =>
    `?v=${encodeURIComponent(viewer)}&e=${expires}&s=${signature}`;
  return {
    /** Absolute address that opens a live stream for one viewer. */
    sign(sessionId: string, viewer: string, seconds: number): string {
      const expires = Math.floor(options.now() / 1000) + seconds;
      const query = getQuery({ viewer, expires, signature: seal(sessionId, viewer, expires) });
      return `${options.baseUrl}/streaming/hls/${sessionId}/${PLAYLIST}${query}`;
    },

    /** @throws AppError FORBIDDEN for a link that is not as it was made, or has expired. */
    assertValid(sessionId: string, { viewer, expires, signature }: HlsLink): void {
      const isCurrent = expires > options.now() / 1000;
      if (!isCurrent || !isSealed(signature, sessionId, viewer, expires)) throw new AppError('FORBIDDEN');
    },

    /**
     * Opens a list or a segment; whether the viewer can is asked before.
     *
     * @throws AppError ENTITY_NOT_FOUND for one that is not there, or not any more.
     */
    async open(sessionId: string, name: string, link: HlsLink): Promise<OpenedSegment> {
      if (!isSessionId(sessionId) || !isPlaylistOrSegment(name)) throw new AppError('ENTITY_NOT_FOUND');
      const place = path.join(options.dir, sessionId, name);
      const mimeType = mimeTypes[path.extname(name)] ?? 'application/octet-stream';
      try {
        if (name === PLAYLIST) {
          const bytes = Buffer.from(addQuery(await readFile(place, 'utf8'), getQuery(link)));
          return { mimeType, size: bytes.length, bytes };
        }
        const handle = await open(place);
        const { size } = await handle.stat();
        return { mimeType, size, bytes: handle.createReadStream() };
      } catch (error) {
        if (hasCode(error, 'ENOENT')) throw new AppError('ENTITY_NOT_FOUND');
        throw error;
      }
    },
  };
}

/** The entries of a list repeat the signature of its link. */
const addQuery = (list: string, query: string): string =>
  list
    .replaceAll(/^(?!#)\S+$/gm, (name) => name + query)
    .replaceAll(/URI="([^"]+)"/g, (_all, name: string) => `URI="${name}${query}"`);
