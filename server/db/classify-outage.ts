import { ServiceOutage } from '../errors';
import { listCauses } from '../lib/error';

/** Why the database could not respond, although the query is valid. */
export type Outage = 'away' | 'full' | 'slow';

/** Error codes if the database is stopping, starting, unreachable or out of connections. PostgreSQL, appendix A; Node.js. */
const away = /^(08...|57P0[1-5]|53300|53200|58...|25P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const full = /^53100$/;
/** Exceeded `statement_timeout` or `lock_timeout`. */
const slow = /^(57014|55P03)$/;
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Connection ended unexpectedly)/;

/** Also inspects the causes of the error. @returns undefined if the database is not at fault */
export function classifyOutage(error: unknown): Outage | undefined {
  for (const e of listCauses(error)) {
    // HTTP clients fail with the same codes if a third-party service is unavailable.
    if (e.message === 'fetch failed' || e.name === 'AxiosError' || e instanceof ServiceOutage) return undefined;
    const { code } = e as { code?: unknown };
    if (typeof code === 'string') {
      if (full.test(code)) return 'full';
      if (slow.test(code)) return 'slow';
      if (away.test(code)) return 'away';
    }
    if (driverWords.test(e.message)) return 'away';
  }
  return undefined;
}
