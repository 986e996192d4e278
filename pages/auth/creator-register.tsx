import { definePage } from '@/composition/define-page';
import { doorFeature } from '@/features/door/door-feature';
import { CreatorRegisterScreen } from '@/screens/creator-register-screen';

export default definePage(CreatorRegisterScreen, { layout: 'blank', features: [doorFeature] });
