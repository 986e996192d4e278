import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { VerificationScreen } from '@/screens/identity/verification-screen';

export default definePage(VerificationScreen, { layout: 'blank', features: [authFeature], noredirect: true });
