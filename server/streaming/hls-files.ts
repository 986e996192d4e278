import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors';
import { createSigner } from '../media/media-links';
import { hasCode } from '../lib/error';
import { isPlaylistOrSegment, PLAYLIST } from './hls-names';

/** The signed query of an address. One signature opens all files of a stream, for one viewer. */
export interface HlsLink {
  viewer: string;
  /** Unix time in seconds. */
  expires: number;
  signature: string;
}

export interface OpenedSegment {
  mimeType: string;
  size: number;
  bytes: Readable | Buffer;
}

export type HlsFiles = ReturnType<typeof createHlsFiles>;

const mimeTypes: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
};

/** Must be checked, because session ids become folder names. */
export const isSessionId = (sessionId: string): boolean => /^[\w-]{1,64}$/.test(sessionId);

/**
 * Serves live segments from disk through signed addresses.
 *
 * @param options.baseUrl of the API, without a trailing slash; `now` is in milliseconds.
 */
export function createHlsFiles(options: { dir: string; baseUrl: string; secret: string; now(): number }) {
  const { seal, isSealed } = createSigner(options.secret, 'stream-link', 32);
  const getQuery = ({ viewer, expires, signature }: HlsLink) =>
    `?v=${encodeURIComponent(viewer)}&e=${expires}&s=${signature}`;
  return {
    /** @returns the absolute URL of the playlist, for one viewer. */
    sign(sessionId: string, viewer: string, seconds: number): string {
      const expires = Math.floor(options.now() / 1000) + seconds;
      const query = getQuery({ viewer, expires, signature: seal(sessionId, viewer, expires) });
      return `${options.baseUrl}/streaming/hls/${sessionId}/${PLAYLIST}${query}`;
    },

    /** @throws AppError FORBIDDEN if the signature is wrong or has expired. */
    assertValid(sessionId: string, { viewer, expires, signature }: HlsLink): void {
      const isCurrent = expires > options.now() / 1000;
      if (!isCurrent || !isSealed(signature, sessionId, viewer, expires)) throw new AppError('FORBIDDEN');
    },

    /**
     * Opens a playlist or segment. Callers check first whether the viewer may watch.
     *
     * @throws AppError ENTITY_NOT_FOUND if the file does not exist or was removed.
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

/** Adds the signed query of the playlist's own address to every URI in it. */
const addQuery = (list: string, query: string): string =>
  list
    .replaceAll(/^(?!#)\S+$/gm, (name) => name + query)
    .replaceAll(/URI="([^"]+)"/g, (_all, name: string) => `URI="${name}${query}"`);
