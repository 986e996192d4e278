import sharp from 'sharp';

const chunk = (name: string, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const list = (name: string, ...parts: Buffer[]) => chunk('LIST', Buffer.from(name), ...parts);
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
  return bytes;
};

/** An AVI of JPEG frames, as old cameras record. @param rate frames per second */
export function buildMotionJpeg(
  pictures: readonly Buffer[],
  { width, height, rate }: { width: number; height: number; rate: number },
): Buffer {
  const count = pictures.length;
  const largest = Math.max(...pictures.map(({ length }) => length));
  const avih = numbers(1_000_000 / rate, 0, 0, 0x10, count, 0, 1, largest, width, height, 0, 0, 0, 0);
  const strh = [Buffer.from('vidsMJPG'), numbers(0, 0, 0, 1, rate, 0, count, largest, 0xffff_ffff, 0), numbers(0, 0)];
  const strf = [numbers(40, width, height, 0x18_0001), Buffer.from('MJPG'), numbers(0, 0, 0, 0, 0)];
  const strl = list('strl', chunk('strh', ...strh), chunk('strf', ...strf));
  const movi = list('movi', ...pictures.map((picture) => chunk('00dc', picture)));
  return chunk('RIFF', Buffer.from('AVI '), list('hdrl', chunk('avih', avih), strl), movi);
}

/** A JPEG without its JFIF segment, which would state the pixel aspect ratio. @param scans extra scans to append */
export async function buildBareJpeg({ scans = 0, side = 64 }: { scans?: number; side?: number } = {}): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#667788' } as const;
  const jpeg = await sharp({ create })
    .jpeg({ progressive: scans > 0, chromaSubsampling: '4:4:4' })
    .toBuffer();
  // The JFIF segment comes first.
  const rest = jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2;
  const table = Buffer.from([0xff, 0xc4, 0, 20, 0x10, 1, ...Array<number>(15).fill(0), 0xe0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x00, 0x01]);
  const more = scans > 0 ? [table, ...Array<Buffer>(scans).fill(scan)] : [];
  return Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(rest, -2), ...more, jpeg.subarray(-2)]);
}
