import { paths } from '@/config/paths';
import { fromContext } from './call-endpoint';

/** A stranger signs up first and comes back to where it was pressed. */
export function* askToSignUp() {
  const navigate = yield* fromContext('navigate');
  const { pathname, search } = window.location;
  navigate(paths.auth.registerFor(pathname + search));
}
