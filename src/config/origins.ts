/** @returns `https://host:port`; null unless the address is an http or https URL */
export function toOrigin(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

export const toSocketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');
