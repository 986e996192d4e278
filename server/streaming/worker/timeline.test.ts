import type { SenderReport } from './rtcp';
import { Timeline } from './timeline';

const report = (seconds: number, timestamp: number): SenderReport => ({
  type: 'senderReport',
  ssrc: 1,
  ntp: 0n,
  seconds,
  timestamp,
  packets: 0,
  octets: 0,
});

describe('Timeline', () => {
  it('counts the ticks of each track from its first packet, across the wrap of timestamps', () => {
    const timeline = new Timeline();
    expect(timeline.place('video', 4_294_967_290, 5_000)).toBe(0);
    expect(timeline.place('audio', 100, 5_250)).toBe(0.25);
    // However late a packet arrives.
    expect(timeline.place('video', 90_000 - 6, 9_999)).toBeCloseTo(1, 9);
    expect(timeline.place('audio', 48_100, 9_999)).toBeCloseTo(1.25, 9);
  });

  it('follows the arrival of packets whose timestamps jump by hours or stand still', () => {
    const timeline = new Timeline();
    expect(timeline.place('video', 0, 1_000)).toBe(0);
    expect(timeline.place('video', 2_000_000_000, 2_000)).toBeCloseTo(1, 9);
    expect(timeline.place('video', 2_000_090_000, 3_000)).toBeCloseTo(2, 9);
    // Never back in time.
    expect(timeline.place('video', 2_000_090_000 + 15 * 90_000, 3_500)).toBeCloseTo(17, 9);
    expect(timeline.place('video', 2_000_090_000 + 30 * 90_000, 4_000)).toBeCloseTo(17, 9);
    const still = 2_000_090_000 + 30 * 90_000;
    for (const seconds of [10, 20, 30]) expect(timeline.place('video', still, seconds * 1_000)).toBeCloseTo(17, 9);
    expect(timeline.place('video', still, 60_000)).toBeCloseTo(59, 9);
  });

  it('continues at the given second when another source starts', () => {
    const timeline = new Timeline();
    timeline.place('video', 5, 1_000);
    timeline.restart(12.5);
    expect(timeline.place('audio', 77, 600_000)).toBe(12.5);
    expect(timeline.place('video', 9, 600_100)).toBeCloseTo(12.6, 9);
  });

  it('synchronizes audio and video by sender reports', () => {
    const timeline = new Timeline();
    timeline.place('audio', 0, 1_000);
    // Captured at the same moment as the audio, but arrived 0.3 s later.
    timeline.place('video', 0, 1_300);
    timeline.addReport('audio', report(500, 48_000));
    timeline.align();
    expect(timeline.place('video', 90_000, 2_300)).toBeCloseTo(1.3, 9);
    timeline.addReport('video', report(501, 180_000));
    timeline.align();
    expect(timeline.place('video', 180_000, 3_300)).toBeCloseTo(2, 9);
  });

  it('ignores sender reports that are far apart', () => {
    const timeline = new Timeline();
    timeline.place('audio', 0, 1_000);
    timeline.place('video', 0, 1_000);
    timeline.addReport('audio', report(500, 0));
    timeline.addReport('video', report(9_000, 0));
    timeline.align();
    expect(timeline.place('video', 90_000, 2_000)).toBeCloseTo(1, 9);
  });
});
