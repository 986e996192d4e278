/**
 * True if a script has to ask for the viewer's session to be sent with a request for a file: on the site's own host, whatever the
 * port, links are valid only with it. Its own origin gets it anyway. Other hosts have none, and a request with credentials could
 * not follow the API to a bucket.
 */
export function needsSession(address: string): boolean {
  const { hostname, origin } = window.location;
  const { hostname: asked, origin: from } = new URL(address, origin);
  return asked === hostname && from !== origin;
}
