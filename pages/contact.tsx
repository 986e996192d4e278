import { definePage } from '@/composition/define-page';
import { doorFeature } from '@/features/door/door-feature';
import { ContactScreen } from '@/screens/contact-screen';

export default definePage(ContactScreen, { layout: 'public', features: [doorFeature] });
