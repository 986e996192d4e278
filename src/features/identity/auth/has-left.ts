/**
 * Whether the visitor has left the form at this path for a page outside of the log-in pages: a late response must not take them
 * away from it.
 */
export function hasLeft(path: string): boolean {
  const { pathname } = window.location;
  return pathname !== path && !pathname.startsWith('/auth/');
}
