import { listCauses } from '../lib/error';

/** Why the database could not answer, when that is not the fault of what it was asked. */
export type Outage = 'away' | 'full' | 'slow';

/** The server is going, coming, cannot be reached or takes nobody more. PostgreSQL, appendix A; Node.js for the wire. */
const away = /^(08...|57P0[1-5]|53300|53200|58...|25P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const full = /^53100$/;
/** Its own limits on time: `statement_timeout` and `lock_timeout`. */
const slow = /^(57014|55P03)$/;
/** What the driver says without a code. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Connection ended unexpectedly)/;

/**
 * Tells an outage from a mistake.
 *
 * @param error as it was thrown, however often it was wrapped.
 * @returns undefined for everything that is not the database's state.
 */
export function classifyOutage(error: unknown): Outage | undefined {
  for (const e of listCauses(error)) {
    // An outside service that does not answer says so by the same codes.
    if (e.message === 'fetch failed' || e.name === 'AxiosError') return undefined;
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
