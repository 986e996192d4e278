import { definePage } from '@/composition/define-page';
import { doorFeature } from '@/features/door/door-feature';
import { VerificationScreen } from '@/screens/verification-screen';

export default definePage(VerificationScreen, { layout: 'blank', features: [doorFeature], noredirect: true });
