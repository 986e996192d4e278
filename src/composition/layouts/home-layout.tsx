export { PublicLayout as HomeLayout } from './public-layout';
