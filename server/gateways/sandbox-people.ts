/** Who can be chosen on the pages of the sandboxes: the two of the demo, and somebody new. Invented. */
export const sandboxPeople = [
  { name: 'Ada Fenn', email: 'fan@demo.test', handle: 'adafenn' },
  { name: 'Noor Adeyemi', email: 'creator@demo.test', handle: 'nooradeyemi' },
  { name: 'Robin Vale', email: 'robin.vale@newcomer.test', handle: 'robinvale' },
] as const;
