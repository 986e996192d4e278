import { definePage } from '@/composition/define-page';
import { LicencesScreen } from '@/screens/site/licences/licences-screen';

export default definePage(LicencesScreen, { layout: 'public' });
