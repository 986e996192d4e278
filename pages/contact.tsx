import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { ContactScreen } from '@/screens/site/contact-screen';

export default definePage(ContactScreen, { layout: 'public', features: [authFeature] });
