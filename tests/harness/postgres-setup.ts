export { startTestPostgres as setup, stopTestPostgres as teardown } from './test-postgres';
