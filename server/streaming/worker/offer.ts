import { isIPv4 } from 'node:net';

export const videoCodecs = ['h264', 'vp8'] as const;
export type VideoCodecName = (typeof videoCodecs)[number];

interface Format {
  payloadType: number;
  parameters: string;
}

/** The offer of a browser to send or receive, as far as we take it. */
export interface Offer {
  video: { mid: string; formats: Partial<Record<VideoCodecName, Format>> };
  audio: { mid: string; payloadType: number } | null;
}

/** The description is none that we can answer. */
export class UnusableOffer extends Error {
  override readonly name = 'UnusableOffer';
}

const toLines = (sdp: string): string[] => sdp.split(/\r\n|\r|\n/).filter(Boolean);

/** @throws UnusableOffer */
export function readOffer(sdp: string): Offer {
  const sections = splitSections(toLines(sdp));
  const [video, ...otherVideos] = sections.filter(({ kind }) => kind === 'video');
  const [audio, ...otherAudios] = sections.filter(({ kind }) => kind === 'audio');
  if (!video || otherVideos.length > 0 || otherAudios.length > 0 || sections.length !== (audio ? 2 : 1))
    throw new UnusableOffer('one video section is needed, and one of audio at most');
  const formats = findVideoFormats(video.lines);
  if (!formats.h264 && !formats.vp8) throw new UnusableOffer('neither H264 nor VP8 is offered');
  const opus = audio && findFormats(audio.lines, 'opus/48000/2')[0];
  if (audio && !opus) throw new UnusableOffer('no Opus is offered');
  return {
    video: { mid: readMid(video.lines), formats },
    audio: audio && opus ? { mid: readMid(audio.lines), payloadType: opus.payloadType } : null,
  };
}

interface Section {
  kind: string;
  lines: string[];
}

function splitSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  for (const line of lines) {
    const kind = /^m=(\w+) /.exec(line)?.[1];
    if (kind !== undefined) sections.push({ kind, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function readMid(lines: readonly string[]): string {
  const mid = lines.map((line) => /^a=mid:([\w.-]{1,16})$/.exec(line)?.[1]).find((found) => found !== undefined);
  if (mid === undefined) throw new UnusableOffer('a section has no mid');
  return mid;
}

function findFormats(lines: readonly string[], name: string): Format[] {
  const order = lines[0]?.split(' ').slice(3).map(Number) ?? [];
  return order.flatMap((payloadType) => {
    const map = lines.find((line) => line.startsWith(`a=rtpmap:${payloadType} `));
    if (map?.split(' ')[1]?.toLowerCase() !== name || payloadType > 127) return [];
    const prefix = `a=fmtp:${payloadType} `;
    const parameters = lines.find((line) => line.startsWith(prefix))?.slice(prefix.length) ?? '';
    return [{ payloadType, parameters }];
  });
}

/** Baseline in packetization mode 1: all browsers decode it, in hardware too, and MP4 takes it as it is. */
function findVideoFormats(lines: readonly string[]): Offer['video']['formats'] {
  const [vp8] = findFormats(lines, 'vp8/90000');
  const h264 = findFormats(lines, 'h264/90000').filter(({ parameters }) => /packetization-mode=1/.test(parameters));
  const isProfile = (profile: RegExp) => h264.find(({ parameters }) => profile.test(parameters));
  const baseline = isProfile(/profile-level-id=42e0/i) ?? isProfile(/profile-level-id=42/i);
  return { ...(baseline && { h264: baseline }), ...(vp8 && { vp8 }) };
}

/**
 * Takes the addresses out of a browser's description. We are reachable and the browser is not: it finds us, and we learn its address from
 * that. So nobody can have us send to addresses of their choice, names of the local network are not looked up, and no candidate can
 * come before its description, which ends the process of node-datachannel.
 */
export const removeCandidates = (sdp: string): string =>
  toLines(sdp)
    .filter((line) => !/^a=(candidate|end-of-candidates|remote-candidates)/.test(line))
    .concat('')
    .join('\r\n');

/**
 * Behind a router that maps one address to us, browsers need that address instead of the machine's own.
 *
 * @param publicIp null to leave our candidates as they are.
 */
export function replaceHostAddress(sdp: string, publicIp: string | null): string {
  if (publicIp === null) return sdp;
  let isDone = false;
  const lines = toLines(sdp).flatMap((line) => {
    if (line.startsWith('m=')) isDone = false;
    const parts = /^(a=candidate:\S+ \d+ UDP \d+) (\S+) (\d+) (typ host.*)$/i.exec(line);
    if (!parts) return [line.replace(/^c=IN IP[46] .*/, `c=IN ${isIPv4(publicIp) ? 'IP4' : 'IP6'} ${publicIp}`)];
    if (isDone) return [];
    isDone = true;
    return [`${parts[1]} ${publicIp} ${parts[3]} ${parts[4]}`];
  });
  return lines.concat('').join('\r\n');
}
