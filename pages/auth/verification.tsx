import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/auth/auth-feature';
import { VerificationScreen } from '@/screens/verification-screen';

export default definePage(VerificationScreen, { layout: 'blank', features: [authFeature], noredirect: true });
