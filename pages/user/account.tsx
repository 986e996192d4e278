import { definePage } from '@/composition/define-page';
import { paths } from '@/config/paths';
import { pushFeature } from '@/features/conversation/push/push-feature';
import { usernameFeature } from '@/features/identity/auth/username-feature';
import { accountFeature } from '@/features/identity/account/account-feature';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { privacyFeature } from '@/features/identity/privacy/privacy-feature';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { securityFeature } from '@/features/identity/security/security-feature';
import { getAccountPartActions } from '@/screens/identity/account/shared-parts';
import { UserAccountScreen } from '@/screens/identity/account/user-account-screen';

export default definePage(UserAccountScreen, {
  layout: 'primary',
  authenticate: true,
  creatorPath: paths.creator.account,
  features: [
    accountFeature,
    pushFeature,
    usernameFeature,
    securityFeature,
    privacyFeature,
    reauthFeature,
    loginWaysFeature,
    referenceFeature,
  ],
  load: getAccountPartActions,
});
