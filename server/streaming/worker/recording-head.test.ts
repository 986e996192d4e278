import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { opusFrame } from '../../../tests/harness/live-media';
import { packFragment } from './pack-fragment';
import { declareSize } from './recording-head';

// A key frame of VP8: its header says 320 × 180.
const picture = Buffer.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00, 0, 0, 0, 0]);

it('declares another size in the head of a WebM recording', async () => {
  const sample = { seconds: 0, duration: 0.04, isKey: true };
  const { head, body } = await packFragment(
    { video: [{ ...sample, data: picture }], audio: [{ ...sample, data: opusFrame }], start: 0, end: 0.04, number: 1 },
    { codec: 'vp8', codecString: 'vp8', width: 320, height: 180 },
  );
  declareSize(head, 'vp8', { width: 1280, height: 720 });
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(Buffer.concat([head, body])) });
  const track = await input.getPrimaryVideoTrack();
  expect([await track?.getDisplayWidth(), await track?.getDisplayHeight()]).toEqual([1280, 720]);
});
