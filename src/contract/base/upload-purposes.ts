/**
 * The purpose of a file uploaded in chunks: one per file field of the multipart endpoints. Wire contract 1.7 lists the
 * type of the stored file: `feed-thumbnail` becomes a public `feed-photo`.
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
