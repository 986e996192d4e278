import type { StudioKindName } from '@/config/item-names';
import { feedStudio } from './feed-studio';
import { galleryStudio } from './gallery-studio';
import { photoStudio } from './photo-studio';
import { productStudio } from './product-studio';
import { videoStudio } from './video-studio';
import type { StudioKind } from './studio-kind';

export const studioKinds: Record<StudioKindName, StudioKind> = {
  feed: feedStudio,
  video: videoStudio,
  gallery: galleryStudio,
  photo: photoStudio,
  product: productStudio,
};
