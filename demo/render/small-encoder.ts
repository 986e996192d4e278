import { registerEncoder } from 'mediabunny';
import { X264Encoder } from '../../server/media/worker/x264-encoder';

/** Compresses harder than for uploads: here repository size matters, not encoding time. */
class SmallEncoder extends X264Encoder {
  protected override readonly settings = { preset: 'veryslow', crf: '28', profile: 'high' };
}

// The encoder registered first is used, so import this module before others that make videos.
registerEncoder(SmallEncoder);
