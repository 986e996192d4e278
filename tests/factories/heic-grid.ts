import { buildRecording } from './media';

const numbers = (width: number, ...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntBE(value, 0, width);
      return bytes;
    }),
  );
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([numbers(4, body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const full = (type: string, version: number, flags: number, ...content: Buffer[]) =>
  box(type, numbers(4, version * 2 ** 24 + flags), ...content);
const text = (value: string) => Buffer.from(value, 'latin1');

/** A grid of 400 × 300 tiles, all identical here; phones save photos as such grids. */
export async function buildHeicGrid(options: {
  columns: number;
  rows: number;
  width: number;
  height: number;
}): Promise<Buffer> {
  const { columns, rows, width, height } = options;
  const tile = await buildRecording('turned.heic');
  const cut = (type: string) => {
    const at = tile.indexOf(type) - 4;
    return tile.subarray(at, at + tile.readUInt32BE(at));
  };
  const data = cut('mdat').subarray(8);
  const grid = Buffer.concat([numbers(1, 0, 1, rows - 1, columns - 1), numbers(4, width, height)]);
  const ids = Array.from({ length: rows * columns }, (_, index) => index + 1);
  const whole = ids.length + 1;
  const buildMeta = (at: number) =>
    full(
      ...(['meta', 0, 0] as const),
      full('hdlr', 0, 0, numbers(4, 0), text('pict'), Buffer.alloc(13)),
      full('pitm', 0, 0, numbers(2, whole)),
      full(
        ...(['iinf', 0, 0] as const),
        numbers(2, whole),
        full('infe', 2, 0, numbers(2, whole, 0), text('grid\0')),
        ...ids.map((id) => full('infe', 2, 1, numbers(2, id, 0), text('hvc1\0'))),
      ),
      full('iref', 0, 0, box('dimg', numbers(2, whole, ids.length, ...ids))),
      box(
        'iprp',
        box(
          'ipco',
          cut('hvcC'),
          full('ispe', 0, 0, numbers(4, 400, 300)),
          full('ispe', 0, 0, numbers(4, width, height)),
        ),
        full(
          ...(['ipma', 0, 0] as const),
          numbers(4, whole),
          ...ids.map((id) => Buffer.concat([numbers(2, id), numbers(1, 2, 0x81, 2)])),
          Buffer.concat([numbers(2, whole), numbers(1, 1, 3)]),
        ),
      ),
      full(
        ...(['iloc', 0, 0] as const),
        numbers(2, 0x4400, whole),
        ...ids.map((id) => Buffer.concat([numbers(2, id, 0, 1), numbers(4, at, data.length)])),
        Buffer.concat([numbers(2, whole, 0, 1), numbers(4, at + data.length, grid.length)]),
      ),
    );
  const brand = box('ftyp', text('heic'), numbers(4, 0), text('mif1heic'));
  const at = brand.length + buildMeta(0).length + 8;
  return Buffer.concat([brand, buildMeta(at), box('mdat', data, grid)]);
}
