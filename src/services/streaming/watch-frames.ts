import type { WatchState } from './stream-watch';

const CHECK_MS = 1_000;
const STALL_MS = 3_000;
const LOST_MS = 12_000;

/** Number of decoded frames, or of audio packets if the host sends no picture; 0 before the first. */
export function countFrames(reports: Iterable<RTCStatsReport>): number {
  let frames = 0;
  let packets = 0;
  for (const reported of reports) {
    for (const report of reported.values() as Iterable<RTCInboundRtpStreamStats>) {
      if (report.type !== 'inbound-rtp') continue;
      if (report.kind === 'video') frames += report.framesDecoded ?? 0;
      else packets += report.packetsReceived ?? 0;
    }
  }
  return frames || packets;
}

/** @param measure a counter that grows while media arrives and restarts with each track. @returns `check` measures now */
export function watchProgress(
  measure: () => Promise<number>,
  onState: (state: WatchState) => void,
): { check(): void; stop(): void } {
  let progress = 0;
  let hasBegun = false;
  let movedAt = Date.now();
  let state: WatchState = 'starting';
  let isEnded = false;
  const update = async () => {
    const measured = await measure();
    if (isEnded) return;
    if (measured !== progress && measured > 0) {
      hasBegun = true;
      movedAt = Date.now();
    }
    progress = measured;
    const still = Date.now() - movedAt;
    const moving: WatchState = hasBegun ? 'playing' : 'starting';
    const next: WatchState = still > LOST_MS ? 'lost' : still > STALL_MS && hasBegun ? 'stalled' : moving;
    if (next === state) return;
    state = next;
    onState(next);
  };
  const check = () => void update().catch(() => undefined);
  const timer = setInterval(check, CHECK_MS);
  return {
    check,
    stop() {
      isEnded = true;
      clearInterval(timer);
    },
  };
}

export const watchFrames = (peer: RTCPeerConnection, onState: (state: WatchState) => void): (() => void) =>
  watchProgress(async () => countFrames([await peer.getStats()]), onState).stop;
