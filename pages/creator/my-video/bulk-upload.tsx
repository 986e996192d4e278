import { definePage } from '@/composition/define-page';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { BulkUploadScreen } from '@/screens/content/bulk-upload-screen';

export default definePage(() => <BulkUploadScreen />, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature],
});
