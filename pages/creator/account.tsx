import { definePage } from '@/composition/define-page';
import { accountFeature } from '@/features/account/account-feature';
import { performerFeature } from '@/features/performer/performer-feature';
import { categoriesRequested } from '@/features/performer/performer-slice';
import { CreatorAccountScreen } from '@/screens/creator-account-screen';

export default definePage(CreatorAccountScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [accountFeature, performerFeature],
  load: () => [categoriesRequested()],
});
