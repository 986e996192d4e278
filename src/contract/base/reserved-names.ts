/** Letters of other scripts, and digits, that look like a Latin letter. */
const lookAlikes: Record<string, string> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', l: 'i', '&': 'and',
  а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', і: 'i', ј: 'j', ѕ: 's', ԁ: 'd', ӏ: 'i', г: 'r', п: 'n',
  α: 'a', β: 'b', ε: 'e', ι: 'i', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', σ: 'o', ı: 'i', ł: 'i', ø: 'o',
}; // prettier-ignore

const roles = [
  'admin',
  'admins',
  'administrator',
  'administration',
  'moderator',
  'moderators',
  'moderation',
  'mod',
  'mods',
  'support',
  'staff',
  'official',
  'team',
  'system',
  'sysadmin',
  'root',
  'owner',
  'operator',
  'helpdesk',
  'help',
  'service',
  'customerservice',
  'customersupport',
  'security',
  'billing',
  'payments',
  'payouts',
  'verification',
  'verified',
  'trustandsafety',
  'legal',
  'abuse',
  'news',
  'info',
  'noreply',
  'postmaster',
  'webmaster',
  'hostmaster',
];

/** Reduces a name to what a hasty reader sees: no case, marks, spaces or signs, and look-alikes as one letter. */
function getSkeleton(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return Array.from(plain, (sign) => lookAlikes[sign] ?? sign)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const roleSkeletons = new Set(roles.map(getSkeleton));

/** Whether a name could be mistaken for the site or its operators: "Moderator", "0vela Support", "Оvela". */
export function passesForSite(name: string, siteName: string): boolean {
  const skeleton = getSkeleton(name);
  const site = getSkeleton(siteName);
  const isRole = (rest: string) =>
    rest === '' || roleSkeletons.has(rest) || roleSkeletons.has(rest.replace(/^the/, ''));
  if (skeleton === '') return false;
  if (isRole(skeleton)) return true;
  if (site.length < 3) return false;
  const start = skeleton.startsWith('the') ? skeleton.slice(3) : skeleton;
  return (
    (start.startsWith(site) && isRole(start.slice(site.length))) ||
    (start.endsWith(site) && isRole(start.slice(0, start.length - site.length)))
  );
}
