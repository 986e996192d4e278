/**
 * What a file that is sent ahead, in parts, is for: one name for each field of the calls that take the same file whole. Wire
 * contract 1.7 has the type of file that comes of it: `feed-thumbnail` is a `feed-photo` that everybody sees.
 */
export const uploadPurposes = [
  'feed-photo',
  'feed-video',
  'feed-audio',
  'feed-thumbnail',
  'feed-teaser',
  'performer-photo',
  'performer-video',
  'performer-video-teaser',
  'performer-video-thumbnail',
  'performer-product-image',
  'performer-product-digital',
] as const;

export type UploadPurpose = (typeof uploadPurposes)[number];
