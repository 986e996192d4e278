import { definePage } from '@/composition/define-page';
import { usernameFeature } from '@/features/identity/auth/username-feature';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { CreatorRegisterScreen } from '@/screens/identity/creator-register-screen';

export default definePage(CreatorRegisterScreen, { layout: 'blank', features: [authFeature, usernameFeature] });
