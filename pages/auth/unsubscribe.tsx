import { definePage } from '@/composition/define-page';
import { mailLinkFeature } from '@/features/identity/auth/mail-link-feature';
import { UnsubscribeScreen } from '@/screens/identity/mail-link-screen';

export default definePage(UnsubscribeScreen, { layout: 'blank', features: [mailLinkFeature], noredirect: true });
