// Shared with success: the payment's state comes from the API, not from the gateway's redirect.
export { default } from './success';
