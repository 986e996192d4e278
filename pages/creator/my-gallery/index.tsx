import { definePage } from '@/composition/define-page';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { OwnItemsScreen } from '@/screens/content/own-items-screen';
import { loadOwnItems } from '@/screens/content/own-items-query';

export default definePage(() => <OwnItemsScreen kind="gallery" />, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature],
  load: loadOwnItems('gallery'),
});
