import { paths } from '@/config/paths';
import { fromContext } from './call-endpoint';

/**
 * A stranger signs up first and comes back to where it was pressed.
 *
 * @param wanted what that page goes on with: added to its query.
 */
export function* promptSignUp(wanted: Record<string, string> = {}) {
  const navigate = yield* fromContext('navigate');
  const back = new URL(window.location.href);
  for (const [name, value] of Object.entries(wanted)) back.searchParams.set(name, value);
  navigate(paths.auth.registerFor(back.pathname + back.search));
}
