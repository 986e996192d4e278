import { definePage } from '@/composition/define-page';
import { studioFeature } from '@/features/studio/studio-feature';
import { EditPostScreen } from '@/screens/edit-post-screen';

export default definePage(EditPostScreen, { layout: 'primary', onlyPerformer: true, features: [studioFeature] });
