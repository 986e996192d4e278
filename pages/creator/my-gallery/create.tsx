import { definePage } from '@/composition/define-page';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { EditItemScreen } from '@/screens/content/edit-item-screen';

export default definePage(() => <EditItemScreen kind="gallery" />, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature],
});
