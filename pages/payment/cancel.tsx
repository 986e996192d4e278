// Same page as for success: the payment's state comes from the API, not from the URL that the gateway chose.
export { default } from './success';
