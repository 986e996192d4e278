import { VideoSample, type EncodedPacket } from 'mediabunny';
import { X264Encoder } from '../../server/media/worker/x264-encoder';
import { PICTURES_PER_SECOND, type EncodedPicture, type PictureOptions } from './live-media';

/** Small enough that a machine of tests encodes it in no time. */
const [WIDTH, HEIGHT] = [320, 180];

class BaselineEncoder extends X264Encoder {
  protected override readonly settings = {
    preset: 'ultrafast',
    tune: 'zerolatency',
    profile: 'baseline',
    crf: '30',
    sc_threshold: '0',
    'x264-params': 'log=-1',
  };
}

/** Moving bars, as a browser's encoder would send them: a key frame now and then, no reordered pictures. */
export async function encodePictures({
  count,
  keyEvery = PICTURES_PER_SECOND,
  width = WIDTH,
  height = HEIGHT,
}: PictureOptions): Promise<EncodedPicture[]> {
  const pictures: EncodedPicture[] = [];
  const encoder = new BaselineEncoder();
  const config: VideoEncoderConfig = { codec: 'avc1.42e01f', width, height, framerate: PICTURES_PER_SECOND };
  const onPacket = ({ data, type }: EncodedPacket) =>
    void pictures.push({ isKey: type === 'key', units: splitUnits(Buffer.from(data)) });
  Object.assign(encoder, { config, onPacket });
  encoder.init();
  for (let index = 0; index < count; index++) {
    const timestamp = index / PICTURES_PER_SECOND;
    const format = { format: 'I420', codedWidth: width, codedHeight: height, timestamp, duration: 1 / 30 } as const;
    const sample = new VideoSample(drawPicture(index, width, height), format);
    await encoder.encode(sample, { keyFrame: index % keyEvery === 0 });
    sample.close();
  }
  await encoder.flush();
  encoder.close();
  return pictures;
}

function drawPicture(index: number, width: number, height: number): Uint8Array {
  const picture = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) picture[y * width + x] = 16 + ((x + index * 4 + (y >> 3)) % 200);
  return picture;
}

/** Annex B of ISO/IEC 14496-10. */
function splitUnits(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let start = -1;
  for (let at = 0; at + 3 <= stream.length; at++) {
    if (stream.readUIntBE(at, 3) !== 1) continue;
    if (start >= 0) units.push(stream.subarray(start, stream[at - 1] === 0 ? at - 1 : at));
    start = at + 3;
  }
  if (start >= 0) units.push(stream.subarray(start));
  return units;
}
