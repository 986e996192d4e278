import { definePage } from '@/composition/define-page';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { EditPostScreen } from '@/screens/content/edit-post-screen';

export default definePage(EditPostScreen, { layout: 'primary', onlyPerformer: true, features: [studioFeature] });
