import { definePage } from '@/composition/define-page';
import { apiKeyFeature } from '@/features/identity/api-key/api-key-feature';
import { apiKeysRequested } from '@/features/identity/api-key/api-key-slice';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { webhookFeature } from '@/features/operations/webhook/webhook-feature';
import { webhooksRequested } from '@/features/operations/webhook/webhook-slice';
import { DeveloperScreen } from '@/screens/identity/developer-screen';

export default definePage(DeveloperScreen, {
  layout: 'primary',
  authenticate: true,
  features: [apiKeyFeature, webhookFeature, reauthFeature],
  load: () => [apiKeysRequested(), webhooksRequested()],
});
