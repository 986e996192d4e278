export { packetizeH264, writeRtp, type EncodedPicture } from '../../demo/show/packets';

export const PICTURES_PER_SECOND = 30;

export interface PictureOptions {
  count: number;
  /** Number of frames from one key frame to the next. */
  keyEvery?: number;
  width?: number;
  height?: number;
}

/** 20 ms of silence in Opus, which can be decoded. */
export const opusFrame = Buffer.from([0xfc, 0xff, 0xfe]);
