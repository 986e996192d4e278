export const slugRules = [
  { required: true, message: 'Enter an address.' },
  { pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, message: 'Use small letters and digits, joined by single dashes.' },
  { min: 2, message: 'Use at least two characters.' },
];
