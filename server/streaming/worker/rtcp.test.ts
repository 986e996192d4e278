import { writeRtp } from '../../../tests/harness/live-media';
import { Reception } from './reception';
import { readRtcp, writeBitrateLimit, writeKeyframeRequest, writeNack, writeSenderReport } from './rtcp';
import { readRtp } from './rtp';

const report = {
  type: 'senderReport',
  ssrc: 7,
  ntp: (3_900_000_000n << 32n) | 0x8000_0000n,
  seconds: 3_900_000_000.5,
  timestamp: 4_000_000_000,
  packets: 9,
  octets: 10,
} as const;

it('messages written to a compound packet can be read back', () => {
  const compound = Buffer.concat([
    writeSenderReport(report, 7, report.timestamp),
    writeKeyframeRequest(7),
    writeNack(7, [65_535, 3]),
  ]);
  expect(readRtcp(compound)).toEqual([report, { type: 'keyframeRequest' }, { type: 'nack', sequences: [65_535, 3] }]);
});

it('the mask of a negative acknowledgment is read across the wrap of sequence numbers', () => {
  const packet = writeNack(7, [65_534]);
  packet.writeUInt16BE(0b101, 14);
  expect(readRtcp(packet)).toEqual([{ type: 'nack', sequences: [65_534, 65_535, 1] }]);
});

it('truncated packets are skipped', () => {
  expect(readRtcp(writeKeyframeRequest(7).subarray(0, 11))).toEqual([]);
  expect(readRtcp(Buffer.from([0x80]))).toEqual([]);
});

it('a bitrate limit is written in REMB format', () => {
  const packet = writeBitrateLimit(0x0102_0304, 2_500_000);
  expect(packet.toString('latin1', 12, 16)).toBe('REMB');
  const [exponent, mantissa] = [(packet[17]! >> 2) & 0x3f, packet.readUIntBE(17, 3) & 0x3_ffff];
  expect(mantissa * 2 ** exponent).toBe(2_500_000);
  expect([packet[16], packet.readUInt32BE(20)]).toEqual([1, 0x0102_0304]);
});

describe('Reception', () => {
  const receive = (sequences: number[]) => {
    const reception = new Reception(90_000);
    const lost = sequences.map((sequence, index) => {
      const header = { payloadType: 96, sequence, timestamp: index * 3_000, ssrc: 5, isMarked: true };
      return reception.add(readRtp(writeRtp(header, Buffer.from([1])))!, 1_000 + index * 33);
    });
    return { reception, lost };
  };

  it('requests a missing packet several times, then reports it as lost', () => {
    const { reception } = receive([65_534, 0, 2, 1]);
    expect(reception.takeMissing(2_000)).toEqual({ sequences: [65_535], isLost: false });
    expect(reception.takeMissing(2_010)).toEqual({ sequences: [], isLost: false });
    for (const at of [2_100, 2_200, 2_300]) expect(reception.takeMissing(at).sequences).toEqual([65_535]);
    expect(reception.takeMissing(2_400)).toEqual({ sequences: [], isLost: true });
    expect(reception.takeMissing(2_500)).toEqual({ sequences: [], isLost: false });
  });

  it('does not request the packets in a gap of hundreds', () => {
    const { reception, lost } = receive([1, 400]);
    expect(lost).toEqual([false, true]);
    expect(reception.takeMissing(2_000).sequences).toEqual([]);
  });

  it('reports the lost share and the time since the last sender report', () => {
    const { reception } = receive([10, 11, 13, 14]);
    reception.addReport(report, 1_500);
    const packet = reception.report(2_000)!;
    expect(packet.readUInt32BE(8)).toBe(5);
    // One of five packets was lost; in 256ths.
    expect([packet[12], packet.readIntBE(13, 3), packet.readUInt32BE(16)]).toEqual([51, 1, 14]);
    expect(packet.readUInt32BE(24)).toBe(Number((report.ntp >> 16n) & 0xffff_ffffn));
    expect(packet.readUInt32BE(28)).toBe(65_536 / 2);
    expect(reception.report(3_000)![12]).toBe(0);
  });

  it('returns no report before the first packet', () => {
    expect(new Reception(90_000).report(1)).toBeNull();
  });
});
