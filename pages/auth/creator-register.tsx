import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/auth/auth-feature';
import { CreatorRegisterScreen } from '@/screens/creator-register-screen';

export default definePage(CreatorRegisterScreen, { layout: 'blank', features: [authFeature] });
