type Option = { value: string; text: string };

const options = (...texts: string[]): Option[] =>
  texts.map((text) => ({ value: text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), text }));

const heights: Option[] = Array.from({ length: 76 }, (_, index) => {
  const cm = 140 + index;
  const inches = Math.round(cm / 2.54);
  return { value: String(cm), text: `${cm} cm (${Math.floor(inches / 12)}′${inches % 12}″)` };
});

const weights: Option[] = Array.from({ length: 111 }, (_, index) => {
  const kg = 40 + index;
  return { value: String(kg), text: `${kg} kg (${Math.round(kg * 2.20462)} lb)` };
});

/** The value by which the creator list filters is `from_to`. */
const ages: Option[] = [
  [18, 22],
  [23, 27],
  [28, 32],
  [33, 37],
  [38, 42],
  [43, 47],
  [48, 52],
  [53, 57],
  [58, 62],
  [63, 99],
].map(([from, to]) => ({ value: `${from}_${to}`, text: to === 99 ? `${from} and older` : `${from} to ${to}` }));

/** The wire contract (2.20) defines the fields; the values are ours. */
export const profileOptions = {
  heights,
  weights,
  ages,
  genders: [
    { value: 'female', text: 'Woman' },
    { value: 'male', text: 'Man' },
    { value: 'transgender', text: 'Transgender' },
    { value: 'couple', text: 'Couple' },
  ],
  sexualOrientations: options('Straight', 'Gay', 'Lesbian', 'Bisexual', 'Pansexual', 'Asexual', 'Queer'),
  eyes: options('Brown', 'Blue', 'Green', 'Hazel', 'Grey', 'Amber'),
  hairs: options('Black', 'Brown', 'Blonde', 'Red', 'Grey', 'White', 'Coloured', 'Shaved'),
  pubicHairs: options('Natural', 'Trimmed', 'Shaved'),
  butts: options('Small', 'Medium', 'Large'),
  ethnicities: options(
    'African', 'Caribbean', 'East Asian', 'South Asian', 'Southeast Asian', 'European', 'Indigenous', 'Latin American',
    'Middle Eastern', 'Pacific Islander', 'Mixed', 'Other',
  ), // prettier-ignore
  bodyTypes: options('Slim', 'Athletic', 'Average', 'Curvy', 'Large', 'Muscular'),
};
