import { registerEncoder } from 'mediabunny';
import { X264Encoder } from '../../server/media/worker/x264-encoder';

/** Smaller films than those made of uploads: nobody waits, and they are part of the repository. */
class SmallEncoder extends X264Encoder {
  protected override readonly settings = { preset: 'veryslow', crf: '28', profile: 'high' };
}

// The one registered first is asked first: this module has to be imported before the others that make films.
registerEncoder(SmallEncoder);
