import { defineSiteFile } from '@/composition/define-site-file';

export default defineSiteFile('robots');
