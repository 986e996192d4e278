/** Where an address leads, as `https://host:port`; null for what is no http address. */
export function toOrigin(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** The same place as its sockets name it. */
export const toSocketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');
