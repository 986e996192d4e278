export { default } from '../create';
