import Bowser from 'bowser';

const devices = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet', tv: 'tv' } as const;

export interface Device {
  device: (typeof devices)[keyof typeof devices] | 'other';
  /** Empty if unknown. */
  browser: string;
  os: string;
}

/** Only for people to recognize their devices, because a user agent can be forged. */
export function getDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: 'other', browser: '', os: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = Object.entries(devices).find(([type]) => type === platform.type);
  return { device: kind?.[1] ?? 'other', browser: browser.name ?? '', os: os.name ?? '' };
}
