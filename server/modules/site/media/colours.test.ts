import path from 'node:path';
import { buildRecording, buildUpload, measureFilms } from '../../../../tests/factories/media';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { storageKey } from './file-variants';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Colours = [number, number, number][];
const types = { mov: 'video/quicktime', mp4: 'video/mp4', webm: 'video/webm' } as const;
/** One image in different encodings: bars of colors and grays. */
const cards = [
  'card.mp4',
  'card-pq.webm',
  'card-hlg.mp4',
  'card-2020.mov',
  'card-full.mp4',
  'card-plain.webm',
  'card-rgb.mp4',
  'card-reserved.mp4',
] as const;
/** Columns in the middle of the bars of `hdr-pq.mov`, and their colors. */
const bars: Record<string, Colours[number]> = {
  1: [255, 23, 0],
  4: [0, 215, 0],
  6: [255, 238, 0],
  9: [0, 14, 255],
  12: [255, 37, 255],
  14: [0, 229, 255],
};
/** The tags of BT.709 in narrow range, as numbered in H.273. */
const BT709 = { primaries: 1, transfer: 1, matrix: 1, range: 1 };

async function convert(names: readonly Parameters<typeof buildRecording>[0][]): Promise<string[]> {
  const owner = await buildPerformer(app);
  const ids: string[] = [];
  for (const name of names) {
    const mimeType = types[name.split('.')[1] as keyof typeof types];
    const upload = await buildUpload(app, await buildRecording(name), { kind: 'video', mimeType, name });
    ids.push((await app.services.media.store(upload, { ownerId: owner.id, type: 'feed-video' })).id);
  }
  await app.jobs.drain();
  return ids;
}
const storedPath = (id: string, variant: string) =>
  path.join(app.context.env.DATA_DIR, 'media', storageKey(id, variant));

/** `mean` over all places; `worst` of any place, which may be high at edges between bars. */
function compare(one: Colours, other: Colours): { mean: number; worst: number } {
  const distances = one.flatMap((colour, at) =>
    colour.map((value, part) => Math.abs(value - (other[at]?.[part] ?? 0))),
  );
  return { mean: distances.reduce((sum, each) => sum + each, 0) / distances.length, worst: Math.max(...distances) };
}

describe('a video in other colors than BT.709', () => {
  it('looks like the card, as does its poster, in every range, gamut and container', async () => {
    const ids = await convert(cards);
    const recordings = path.join(__dirname, '../../../../tests/recordings');
    const made = ids.flatMap((id) => [storedPath(id, 'video'), storedPath(id, 'poster')]);
    const [card, ...measured] = await measureFilms([path.join(recordings, 'card.mp4'), ...made]);
    // Without conversion, HDR would differ by 60 on average.
    for (const [index, { colours }] of measured.entries()) {
      const name = cards[Math.floor(index / 2)];
      const { mean, worst } = compare(card?.colours ?? [], colours);
      expect({ name, mean: mean < 4 || mean, worst: worst < 30 || worst }).toEqual({ name, mean: true, worst: true });
    }
    const films = measured.filter((_film, index) => index % 2 === 0);
    expect(films.map(({ tags }, index) => [cards[index], tags])).toEqual(cards.map((name) => [name, BT709]));
  });

  it('keeps bright bars and pure colors, as in a PQ video that was reported', async () => {
    const [id = ''] = await convert(['hdr-pq.mov']);
    const [film, poster] = await measureFilms([storedPath(id, 'video'), storedPath(id, 'poster')]);
    for (const { colours } of [film!, poster!])
      for (const [column, bar] of Object.entries(bars))
        expect([column, compare([bar], [colours[8 * 16 + Number(column)]!]).worst < 25]).toEqual([column, true]);
    expect(film?.tags).toEqual(BT709);
  });
});
