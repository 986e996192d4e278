export { packetizeH264, writeRtp, type EncodedPicture } from '../../demo/show/packets';

export const PICTURES_PER_SECOND = 30;

export interface PictureOptions {
  count: number;
  /** Frames from one key frame to the next. */
  keyEvery?: number;
  width?: number;
  height?: number;
}

/** 20 ms of silent Opus that decodes. */
export const opusFrame = Buffer.from([0xfc, 0xff, 0xfe]);
