export { startTestPostgres as default } from './test-postgres';
