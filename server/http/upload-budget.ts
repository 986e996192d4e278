import { AppError } from '../errors';
import { networkOf } from '../lib/network-of';

const MEGABYTE = 1024 * 1024;
/** Seconds after which a refused upload may come again: some of what is on its way has arrived by then. */
const RETRY_AFTER = 30;

/** Who sends something. */
export interface UploadCaller {
  /** Of the account; null for a guest, who goes by the network. */
  accountId: string | null;
  ip: string;
}

/** What one call has brought so far. */
export interface UploadShare {
  /** Counts bytes that came. @throws AppError UPLOAD_SHARE, UPLOADS_FULL when they are too many, STORAGE_FULL where the disk has no room */
  add(bytes: number): void;
  /** The call is over: its bytes were kept elsewhere, or removed. */
  end(): void;
}

export interface UploadBudget {
  /**
   * @param size.most bytes that the call may bring.
   * @param size.expected bytes that were announced, refused at once where they cannot fit.
   * @throws as `add`
   */
  begin(caller: UploadCaller, size: { most: number; expected?: number }): UploadShare;
}

/** Calls that may bring more than this leave a quarter free for pictures, papers and sounds. */
const LARGE_BYTES = 256 * MEGABYTE;

/**
 * Bounds the bytes that lie here while the calls that bring them are under way, for each caller and for all of them. One account gets a
 * quarter; guests, who are asked for papers only, a sixteenth together, and one network of theirs an eighth of that.
 *
 * @param options.megabytes for all together. @param options.hasRoom whether as many more bytes fit on the disk.
 */
export function createUploadBudget({
  megabytes,
  hasRoom,
}: {
  megabytes: number;
  hasRoom(bytes: number): boolean;
}): UploadBudget {
  const all = megabytes * MEGABYTE;
  const used = new Map<string, number>();
  const change = (key: string, bytes: number) => {
    const now = (used.get(key) ?? 0) + bytes;
    if (now === 0) used.delete(key);
    else used.set(key, now);
  };
  return {
    begin({ accountId, ip }, { most, expected = 0 }) {
      const own = accountId ?? networkOf(ip);
      const guests = accountId === null ? [['guests', all / 16] as const] : [];
      const large = most > LARGE_BYTES ? [['large', (all / 4) * 3] as const] : [];
      const bounds = [[own, accountId === null ? all / 128 : all / 4], ...guests, ...large, ['all', all]] as const;
      let brought = 0;
      const assertFits = (bytes: number) => {
        // A call that brings nothing takes no room: it may even make some.
        if (bytes > 0 && !hasRoom(bytes))
          throw new AppError('STORAGE_FULL', { details: { retryAfterSeconds: RETRY_AFTER } });
        for (const [key, bound] of bounds) {
          if ((used.get(key) ?? 0) + bytes <= bound) continue;
          const details = { retryAfterSeconds: RETRY_AFTER };
          throw new AppError(key === own ? 'UPLOAD_SHARE' : 'UPLOADS_FULL', { details });
        }
      };
      const count = (bytes: number) => {
        brought += bytes;
        for (const [key] of bounds) change(key, bytes);
      };
      assertFits(expected);
      return {
        add(bytes) {
          assertFits(bytes);
          count(bytes);
        },
        end: () => count(-brought),
      };
    },
  };
}
