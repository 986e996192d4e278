import { registerMediabunnyServer } from '@mediabunny/server';
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  registerEncoder,
  WAVE,
  WEBM,
} from 'mediabunny';
import { UnreadableMedia } from '../unreadable-media';
import { X264Encoder } from './x264-encoder';

// The one registered first is asked first.
registerEncoder(X264Encoder);
// No look for graphics cards: what is there differs from machine to machine, and their drivers read strangers' bytes too.
registerMediabunnyServer({ hardwareContext: null });

const iso = [MP4, QTFF];
const matroska = [WEBM, MATROSKA];

/**
 * The containers for each type the bytes may be of. They are named instead of guessed: a guess could find a playlist,
 * which would make the reader look into other files of this machine.
 */
const containers: Record<string, InputFormat[]> = {
  'video/mp4': iso,
  'video/quicktime': iso,
  'video/x-m4v': iso,
  'video/webm': matroska,
  'video/matroska': matroska,
  'video/x-matroska': matroska,
  'audio/mpeg': [MP3],
  'audio/mp4': iso,
  'audio/x-m4a': iso,
  'audio/aac': [ADTS],
  'audio/ogg': [OGG],
  'audio/ogg; codecs=opus': [OGG],
  'audio/wav': [WAVE],
  'audio/flac': [FLAC],
  'audio/x-flac': [FLAC],
  'audio/webm': matroska,
};

/**
 * Opens a file of a known type and nothing else.
 *
 * @throws UnreadableMedia for a type that is neither sound nor moving pictures.
 */
export function openInput(file: string, mimeType: string): Input {
  const formats = containers[mimeType];
  if (!formats) throw new UnreadableMedia(`We can't read files of the type ${mimeType}.`);
  return new Input({ source: new FilePathSource(file), formats });
}
