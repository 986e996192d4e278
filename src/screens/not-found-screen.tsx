export { MissingPage as NotFoundScreen } from '@/components/missing-page';
