import { paths } from '@/config/paths';
import { fromContext } from './call-endpoint';

/** After signing up, the guest returns to this page. @param wanted query parameters from which the page resumes the action */
export function* promptSignUp(wanted: Record<string, string> = {}) {
  const navigate = yield* fromContext('navigate');
  const back = new URL(window.location.href);
  for (const [name, value] of Object.entries(wanted)) back.searchParams.set(name, value);
  navigate(paths.auth.registerFor(back.pathname + back.search));
}
