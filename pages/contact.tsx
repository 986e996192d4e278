import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/auth/auth-feature';
import { ContactScreen } from '@/screens/contact-screen';

export default definePage(ContactScreen, { layout: 'public', features: [authFeature] });
