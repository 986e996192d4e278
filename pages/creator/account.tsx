import { definePage } from '@/composition/define-page';
import { pushFeature } from '@/features/conversation/push/push-feature';
import { usernameFeature } from '@/features/identity/auth/username-feature';
import { accountFeature } from '@/features/identity/account/account-feature';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { categoriesRequested } from '@/features/identity/performer/performer-slice';
import { privacyFeature } from '@/features/identity/privacy/privacy-feature';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceRequested } from '@/features/site/reference/reference-slice';
import { securityFeature } from '@/features/identity/security/security-feature';
import { getAccountPartActions } from '@/screens/identity/account/shared-parts';
import { CreatorAccountScreen } from '@/screens/identity/account/creator-account-screen';

export default definePage(CreatorAccountScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [
    accountFeature,
    pushFeature,
    usernameFeature,
    performerFeature,
    securityFeature,
    privacyFeature,
    reauthFeature,
    loginWaysFeature,
    referenceFeature,
  ],
  load: (context) => [
    categoriesRequested(),
    referenceRequested(['countries', 'languages']),
    ...getAccountPartActions(context),
  ],
});
