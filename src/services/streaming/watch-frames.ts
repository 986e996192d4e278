import type { WatchState } from './stream-watch';

const CHECK_MS = 1_000;
/** How long a picture stands still before its viewer is told, and before the connection is given up. */
const STALL_MS = 3_000;
const LOST_MS = 12_000;

/** Frames that were shown, or packets of sound where the host sends no picture; 0 before the first. */
async function measureProgress(peer: RTCPeerConnection): Promise<number> {
  let frames = 0;
  let packets = 0;
  for (const report of (await peer.getStats()).values() as Iterable<RTCInboundRtpStreamStats>) {
    if (report.type !== 'inbound-rtp') continue;
    if (report.kind === 'video') frames += report.framesDecoded ?? 0;
    else packets += report.packetsReceived ?? 0;
  }
  return frames || packets;
}

/** Tells by the statistics of a connection whether its picture moves. @returns what ends it. */
export function watchFrames(peer: RTCPeerConnection, onState: (state: WatchState) => void): () => void {
  let progress = 0;
  let movedAt = Date.now();
  let state: WatchState = 'starting';
  let isEnded = false;
  const check = async () => {
    const measured = await measureProgress(peer);
    if (isEnded) return;
    if (measured !== progress) {
      progress = measured;
      movedAt = Date.now();
    }
    const still = Date.now() - movedAt;
    const moving: WatchState = progress === 0 ? 'starting' : 'playing';
    const next: WatchState = still > LOST_MS ? 'lost' : still > STALL_MS && progress > 0 ? 'stalled' : moving;
    if (next === state) return;
    state = next;
    onState(next);
  };
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_MS);
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
