// Usernames. All other content refers to people by these.

export const creatorNames = [
  'demo-creator',
  'miraokafor',
  'callumreid',
  'inescalloway',
  'tomaszbell',
  'suvilahti',
  'beafontana',
  'leobrandt',
  'wenhalloran',
  'junoparkreyes',
  'omarvasile',
  'maritsolberg',
  'dariovenn',
  'ruitanabe',
] as const;

export const fanNames = [
  'demo-fan',
  'hollisgrey',
  'priyaraman',
  'jonasekdahl',
  'theomarchetti',
  'amaradiallo',
  'gretalindqvist',
  'samirhaddad',
  'kitlawson',
  'desmondachebe',
  'lenahofer',
  'pellenyman',
  'ruthokonkwo',
  'demo-operator',
] as const;

export type CreatorName = (typeof creatorNames)[number];
export type FanName = (typeof fanNames)[number];

export const categories = [
  { slug: 'painting', name: 'Painting' },
  { slug: 'music', name: 'Music' },
  { slug: 'food', name: 'Food' },
  { slug: 'movement', name: 'Movement' },
  { slug: 'stories', name: 'Stories' },
  { slug: 'craft', name: 'Craft' },
  { slug: 'photography', name: 'Photography' },
  { slug: 'outdoors', name: 'Outdoors' },
] as const;

export type CategorySlug = (typeof categories)[number]['slug'];
