/** Both say what came of a payment: the gateway's word for it is not enough. */
export { default } from './success';
