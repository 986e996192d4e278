export { stopTestPostgres as default } from './test-postgres';
