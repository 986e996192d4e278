/**
 * Purpose of a file that is uploaded in chunks: one name for each field of the calls that take the same file in one piece. Wire
 * contract 1.7 has the type of the resulting file: `feed-thumbnail` becomes a public `feed-photo`.
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
