import { pushFeature } from '@/features/conversation/push/push-feature';
import { installFeature } from '@/features/identity/install/install-feature';

/** Loaded after the page, because nothing on it waits for them. */
export const backgroundFeatures = [installFeature, pushFeature];
