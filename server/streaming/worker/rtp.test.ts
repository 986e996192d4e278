import { writeRtp } from '../../../tests/harness/live-media';
import { getSequenceStep, isRtcp, PacketOrder, readRtp, RtpRewriter, SentPackets, setPayloadType } from './rtp';

const build = (sequence: number, timestamp = 0, ssrc = 5): Buffer =>
  writeRtp({ payloadType: 96, sequence, timestamp, ssrc, isMarked: true }, Buffer.from([1, 2, 3]));

describe('readRtp', () => {
  it('reads a payload after contributing sources and an extension, and before padding', () => {
    const plain = build(7, 8, 9);
    const packet = Buffer.concat([
      plain.subarray(0, 12),
      Buffer.alloc(8, 1),
      Buffer.from([0xbe, 0xde, 0, 1, 9, 9, 9, 9]),
      Buffer.from([1, 2, 3, 0, 2]),
    ]);
    packet[0] = 0x80 | 0x20 | 0x10 | 2;
    expect(readRtp(packet)).toEqual({
      payloadType: 96,
      sequence: 7,
      timestamp: 8,
      ssrc: 9,
      isMarked: true,
      payload: Buffer.from([1, 2, 3]),
    });
  });

  it.each([
    ['a packet that is too short', Buffer.alloc(11, 0x80)],
    ['another version', Buffer.alloc(20)],
    [
      'an extension longer than the packet',
      Buffer.concat([Buffer.from([0x90]), Buffer.alloc(11), Buffer.from([0, 0, 0, 9])]),
    ],
    ['padding longer than the packet', Buffer.concat([Buffer.from([0xa0]), Buffer.alloc(11), Buffer.from([200])])],
  ])('returns null for %s', (_what, packet) => expect(readRtp(packet)).toBeNull());

  it('recognizes RTCP by its type', () => {
    expect(isRtcp(Buffer.from([0x80, 200, 0, 1, 0, 0, 0, 0]))).toBe(true);
    expect(isRtcp(build(1))).toBe(false);
  });
});

describe('RtpRewriter', () => {
  const readOutgoing = (packet: Buffer) => {
    const { sequence, timestamp, ssrc } = readRtp(packet)!;
    return { sequence, timestamp, ssrc };
  };

  it('continues without a jump when a host reconnects with different numbers', () => {
    const rewriter = new RtpRewriter(1002, 90_000);
    const first = [build(65_534, 4_294_967_000), build(65_535, 4_294_967_000), build(0, 2_700)];
    for (const [index, packet] of first.entries()) rewriter.rewrite(packet, 1_000 + index * 33);
    rewriter.restart();
    const second = [build(100, 50, 6), build(101, 3_050, 6)];
    for (const [index, packet] of second.entries()) rewriter.rewrite(packet, 3_066 + index * 33);
    expect([...first, ...second].map(readOutgoing)).toEqual([
      { sequence: 1, timestamp: 0, ssrc: 1002 },
      { sequence: 2, timestamp: 0, ssrc: 1002 },
      { sequence: 3, timestamp: 2_996, ssrc: 1002 },
      // Timestamps continue two seconds later.
      { sequence: 4, timestamp: 182_996, ssrc: 1002 },
      { sequence: 5, timestamp: 185_996, ssrc: 1002 },
    ]);
    expect(rewriter.toOutgoingTimestamp(3_050)).toBe(185_996);
  });

  it('numbers reordered packets by their order, and drops packets from before the first', () => {
    const rewriter = new RtpRewriter(1002, 90_000);
    const numbers = [10, 12, 11, 9].map((sequence) => rewriter.rewrite(build(sequence), 1));
    expect(numbers).toEqual([1, 3, 2, null]);
  });

  it('continues when sequence numbers wrap', () => {
    const rewriter = new RtpRewriter(1002, 90_000);
    const numbers = Array.from({ length: 140_000 }, (_, index) => rewriter.rewrite(build(index + 5), index));
    expect(numbers.every((number, index) => number === ((index + 1) & 0xffff))).toBe(true);
  });

  it('sets the payload type of a viewer and keeps the marker', () => {
    const packet = build(1);
    setPayloadType(packet, 102);
    expect(readRtp(packet)).toMatchObject({ payloadType: 102, isMarked: true });
  });
});

it('SentPackets finds recently sent packets, but none that were overwritten', () => {
  const sent = new SentPackets();
  for (let sequence = 0; sequence < SentPackets.SIZE + 1; sequence++) sent.add(sequence, build(sequence));
  expect(sent.find(0)).toBeUndefined();
  expect(sent.find(SentPackets.SIZE)?.readUInt16BE(2)).toBe(SentPackets.SIZE);
});

describe('PacketOrder', () => {
  const order = (arrivals: [sequence: number, atMs: number][]) => {
    const seen: (number | 'lost')[] = [];
    const packets = new PacketOrder(
      ({ sequence }) => seen.push(sequence),
      () => seen.push('lost'),
    );
    for (const [sequence, at] of arrivals) packets.add(readRtp(build(sequence))!, at);
    return seen;
  };

  it('emits packets in order across the wrap, each once', () => {
    expect(order([65_534, 0, 65_535, 0, 1, 65_534].map((sequence) => [sequence, 0]))).toEqual([65_534, 65_535, 0, 1]);
  });

  it('waits for a missing packet and gives up after a while', () => {
    const arrivals: [number, number][] = [
      [1, 0],
      [3, 10],
      [4, 300],
      [5, 500],
      [6, 510],
    ];
    expect(order(arrivals.slice(0, 3))).toEqual([1]);
    expect(order([...arrivals.slice(0, 3), [2, 350]])).toEqual([1, 2, 3, 4]);
    expect(order(arrivals)).toEqual([1, 'lost', 3, 4, 5, 6]);
  });

  it('measures steps between sequence numbers across the wrap', () => {
    expect([getSequenceStep(65_535, 1), getSequenceStep(1, 65_535)]).toEqual([2, -2]);
  });
});
