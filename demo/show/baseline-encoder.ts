import type { EncodedPacket, VideoSample } from 'mediabunny';
import { X264Encoder } from '../../server/media/worker/x264-encoder';
import { splitUnits, type EncodedPicture } from './packets';

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

interface LivePictures {
  count: number;
  /** Number of frames between key frames. */
  keyEvery: number;
  width: number;
  height: number;
  perSecond: number;
  /** The encoder closes the returned sample. */
  draw(index: number): VideoSample;
}

/** Encodes as browsers do for WebRTC: H.264 constrained baseline, no reordered frames. */
export async function encodeLive({ count, keyEvery, width, height, perSecond, draw }: LivePictures) {
  const pictures: EncodedPicture[] = [];
  const encoder = new BaselineEncoder();
  const config: VideoEncoderConfig = { codec: 'avc1.42e01f', width, height, framerate: perSecond };
  const onPacket = ({ data, type }: EncodedPacket) =>
    void pictures.push({ isKey: type === 'key', units: splitUnits(Buffer.from(data)) });
  Object.assign(encoder, { config, onPacket });
  encoder.init();
  for (let index = 0; index < count; index++) {
    const sample = draw(index);
    await encoder.encode(sample, { keyFrame: index % keyEvery === 0 });
    sample.close();
  }
  await encoder.flush();
  encoder.close();
  return pictures;
}
