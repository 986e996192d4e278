import { definePage } from '@/composition/define-page';
import { accountFeature } from '@/features/account/account-feature';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { performerFeature } from '@/features/performer/performer-feature';
import { categoriesRequested } from '@/features/performer/performer-slice';
import { privacyFeature } from '@/features/privacy/privacy-feature';
import { reauthFeature } from '@/features/reauth/reauth-feature';
import { referenceFeature } from '@/features/reference/reference-feature';
import { referenceWanted } from '@/features/reference/reference-slice';
import { securityFeature } from '@/features/security/security-feature';
import { accountPartWants } from '@/screens/account/account-query';
import { CreatorAccountScreen } from '@/screens/account/creator-account-screen';

export default definePage(CreatorAccountScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [
    accountFeature,
    performerFeature,
    securityFeature,
    privacyFeature,
    reauthFeature,
    loginWaysFeature,
    referenceFeature,
  ],
  load: (context) => [categoriesRequested(), referenceWanted(['countries', 'languages']), ...accountPartWants(context)],
});
