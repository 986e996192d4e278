import { AppError } from '../errors';
import type { DiskRoom } from '../lib/disk-room';
import { toNetworkKey, toWideNetworkKey } from '../lib/ip-network';

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
   * @param size.onEnd called when the call has to give its room to others: what it brought does not count any more.
   * @throws as `add`
   */
  begin(caller: UploadCaller, size: { most: number; expected?: number; onEnd(reason: AppError): void }): UploadShare;
}

/** Milliseconds over which the pace of a call is looked at. */
const PACE_MS = 10_000;
/**
 * Milliseconds that a call would take at its pace to bring again what it holds, above which it gives way where there is no room:
 * nobody holds room for the price of a trickle.
 */
const MOST_HELD_MS = 10 * 60_000;

/** Calls that may bring more than this leave a quarter free for pictures, papers and sounds. */
const LARGE_BYTES = 256 * MEGABYTE;

/** A call under way. */
interface Holder {
  /** Its own first. */
  bounds: readonly Bound[];
  brought: number;
  /** The last two points between which its pace is measured, the newer one first. */
  marks: [Mark, Mark];
  /** When bytes came last. */
  movedAt: number;
  end(): void;
}

interface Mark {
  at: number;
  brought: number;
}

/** A key under which bytes are summed, and the most that its sum may be. */
type Bound = readonly [key: string, most: number];

/**
 * Bounds the bytes that lie here while the calls that bring them are under way, for each caller and for all of them. One account gets a
 * quarter; guests, who are asked for papers only, a sixteenth together, a wide network of theirs half of that, a network an
 * eighth. Where there is no room, calls that hold much and hardly move any more give way.
 *
 * @param options.megabytes for all together. @param options.disk where they lie.
 */
export function createUploadBudget({
  megabytes,
  disk,
  now = () => performance.now(),
}: {
  megabytes: number;
  disk: Pick<DiskRoom, 'has' | 'take'>;
  now?: () => number;
}): UploadBudget {
  const all = megabytes * MEGABYTE;
  const used = new Map<string, number>();
  const holders = new Set<Holder>();

  const change = (key: string, bytes: number) => {
    const sum = (used.get(key) ?? 0) + bytes;
    if (sum === 0) used.delete(key);
    else used.set(key, sum);
  };
  const count = (holder: Holder, bytes: number) => {
    holder.brought += bytes;
    for (const [key] of holder.bounds) change(key, bytes);
  };

  /** The caller's own first. */
  function boundsOf({ accountId, ip }: UploadCaller): Bound[] {
    if (accountId !== null) return [[accountId, all / 4]];
    const wide = toWideNetworkKey(ip);
    const ofWide: Bound[] = wide === undefined ? [] : [[wide, all / 32]];
    return [[toNetworkKey(ip), all / 128], ...ofWide, ['guests', all / 16]];
  }

  /** Milliseconds in which a call would bring again what it holds. */
  function heldMs({ brought, movedAt, marks: [, before] }: Holder): number {
    if (now() - movedAt >= PACE_MS) return Infinity;
    return (brought * (now() - before.at)) / Math.max(1, brought - before.brought);
  }

  /** Ends the calls that would hold room longest, as few as give as much; none where all of them do not. */
  function makeRoom(key: string, bytes: number, asker: Holder): void {
    const giving = [...holders]
      .filter((one) => one !== asker && one.brought > 0 && one.bounds.some(([its]) => its === key))
      .filter((one) => heldMs(one) > MOST_HELD_MS)
      .toSorted((one, other) => heldMs(other) - heldMs(one));
    if (giving.reduce((sum, { brought }) => sum + brought, 0) < bytes) return;
    let left = bytes;
    for (const one of giving) {
      if (left <= 0) return;
      left -= one.brought;
      one.end();
    }
  }

  function assertFits(holder: Holder, bytes: number): void {
    // First of all: what does not fit there ends nobody's call.
    if (!disk.has('upload', bytes)) throw new AppError('STORAGE_FULL', { details: { retryAfterSeconds: RETRY_AFTER } });
    for (const [index, [key, most]] of holder.bounds.entries()) {
      const missing = () => (used.get(key) ?? 0) + bytes - most;
      if (missing() > 0) makeRoom(key, missing(), holder);
      if (missing() > 0) throw noRoom(index === 0);
    }
  }

  return {
    begin(caller, { most, expected = 0, onEnd }) {
      const large: Bound[] = most > LARGE_BYTES ? [['large', (all / 4) * 3]] : [];
      const start = { at: now(), brought: 0 };
      const holder: Holder = {
        bounds: [...boundsOf(caller), ...large, ['all', all]],
        brought: 0,
        marks: [start, start],
        movedAt: start.at,
        end() {
          leave();
          onEnd(noRoom(false));
        },
      };
      let isEnded = false;
      const leave = () => {
        isEnded = true;
        holders.delete(holder);
        count(holder, -holder.brought);
      };
      assertFits(holder, expected);
      holders.add(holder);
      return {
        add(bytes) {
          if (isEnded) throw noRoom(false);
          assertFits(holder, bytes);
          disk.take('upload', bytes);
          count(holder, bytes);
          holder.movedAt = now();
          const [last] = holder.marks;
          if (now() - last.at >= PACE_MS) holder.marks = [{ at: now(), brought: holder.brought }, last];
        },
        end: leave,
      };
    },
  };
}

const noRoom = (isOwn: boolean): AppError =>
  new AppError(isOwn ? 'UPLOAD_SHARE' : 'UPLOADS_FULL', { details: { retryAfterSeconds: RETRY_AFTER } });
