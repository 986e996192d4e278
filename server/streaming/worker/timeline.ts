import type { SenderReport } from './rtcp';
import { getTimestampStep } from './rtp';

export type TrackKind = 'audio' | 'video';

export const clockRates: Record<TrackKind, number> = { audio: 48_000, video: 90_000 };

/** Difference in seconds between audio and video that is tolerated. Above MAX_SHIFT, the reports make no sense. */
const TOLERANCE = 0.01;
const MAX_SHIFT = 5;
/**
 * Seconds that packets may be ahead of their arrival or behind it. One packet can claim hours, and the gap would be filled with
 * silence until the memory is used up; with a timestamp that stands still, no fragment would ever end.
 */
const MAX_LEAD = 20;

interface Track {
  /** Second of the show at which the first packet belongs. */
  start: number;
  /** Ticks from the first packet to the newest. */
  ticks: number;
  timestamp: number;
  /** Seconds that the show's clock is ahead of the sender's; null before the first report. */
  senderOffset: number | null;
}

/**
 * Turns RTP timestamps into seconds of the show, which stop while the host is away. Audio and video start when their first
 * packets arrive; sender reports then synchronize them and correct clock drift.
 */
export class Timeline {
  #base = 0;
  #startedAt: number | null = null;
  readonly #tracks = new Map<TrackKind, Track>();

  /** Call it when another source starts. @param seconds of the show at which it starts */
  restart(seconds: number): void {
    this.#base = seconds;
    this.#startedAt = null;
    this.#tracks.clear();
  }

  place(kind: TrackKind, timestamp: number, arrivedMs: number): number {
    this.#startedAt ??= arrivedMs;
    let track = this.#tracks.get(kind);
    if (!track) {
      const start = this.#base + (arrivedMs - this.#startedAt) / 1000;
      track = { start, ticks: 0, timestamp, senderOffset: null };
      this.#tracks.set(kind, track);
    }
    const before = track.start + track.ticks / clockRates[kind];
    track.ticks += getTimestampStep(track.timestamp, timestamp);
    track.timestamp = timestamp;
    const seconds = track.start + track.ticks / clockRates[kind];
    const arrival = this.#base + (arrivedMs - this.#startedAt) / 1000;
    if (Math.abs(seconds - arrival) <= MAX_LEAD) return seconds;
    const start = Math.max(before, arrival);
    this.#tracks.set(kind, { start, ticks: 0, timestamp, senderOffset: null });
    return start;
  }

  addReport(kind: TrackKind, report: SenderReport): void {
    const track = this.#tracks.get(kind);
    if (!track) return;
    const ticks = track.ticks + getTimestampStep(track.timestamp, report.timestamp);
    track.senderOffset = track.start + ticks / clockRates[kind] - report.seconds;
  }

  /** Shifts video to match audio. Only call it between two fragments: frames must not go back in time. */
  align(): void {
    const [audio, video] = [this.#tracks.get('audio'), this.#tracks.get('video')];
    if (!audio || !video || audio.senderOffset === null || video.senderOffset === null) return;
    const shift = audio.senderOffset - video.senderOffset;
    if (Math.abs(shift) < TOLERANCE || Math.abs(shift) > MAX_SHIFT) return;
    video.start += shift;
    video.senderOffset += shift;
  }
}
