import { defineSiteFile } from '@/composition/define-page';

export default defineSiteFile('offline');
