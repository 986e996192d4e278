import { feedFeature } from '@/features/content/feed/feed-feature';
import { reactionFeature } from '@/features/content/reaction/reaction-feature';

/** What a page with posts brings along. Comments and reports bring their own when they open. */
export const postFeatures = [feedFeature, reactionFeature];
