export { default } from '../upload';
