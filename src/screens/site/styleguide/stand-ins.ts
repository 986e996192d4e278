/** Small paper-cut drawings as data addresses, so that the style page needs no files and no server. */

function svg(width: number, height: number, body: string): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

interface Face {
  ground: string;
  light: string;
  skin: string;
  hair: string;
  coat: string;
}

/** A portrait of 400 by 500. */
function portrait({ ground, light, skin, hair, coat }: Face): string {
  return svg(
    400,
    500,
    `<rect width="400" height="500" fill="${ground}"/><circle cx="300" cy="190" r="170" fill="${light}"/>` +
      `<path d="M108 250c-10-118 40-170 94-170s104 48 94 176c-6 60-20 96-20 96H130s-18-42-22-102Z" fill="${hair}"/>` +
      `<path d="M40 500c8-92 72-124 160-124s152 32 160 124Z" fill="${coat}"/>` +
      `<path d="M168 300h64v92c-18 22-46 22-64 0Z" fill="${skin}"/>` +
      `<ellipse cx="200" cy="238" rx="70" ry="92" fill="${skin}"/>` +
      `<path d="M200 146c38 0 70 42 70 92s-32 92-70 92c22-40 22-140 0-184Z" fill="#000" opacity=".12"/>` +
      `<path d="M128 226c8-64 40-92 76-92s62 30 68 84c-46 0-84-20-102-44-8 26-24 44-42 52Z" fill="${hair}"/>` +
      `<path d="M156 246q14 10 28 0m34 0q14 10 28 0" fill="none" stroke="#241A17" stroke-width="5" stroke-linecap="round"/>` +
      `<path d="M182 292q18 12 36 0" fill="none" stroke="#A8413A" stroke-width="7" stroke-linecap="round"/>`,
  );
}

/** A shelf of vases, 1200 by 900. */
function shelf(wall: string, board: string, colours: string[], soft = false): string {
  const vases = colours.map((colour, index) => {
    const x = 90 + index * 260;
    const top = 330 - (index % 2) * 110;
    return (
      `<path d="M${x + 70} ${top}h70c0 80 60 130 60 250s-40 170-95 170-95-50-95-170 60-170 60-250Z" fill="${colour}"/>` +
      `<path d="M${x + 105} ${top}h35c0 80 60 130 60 250s-40 170-95 170Z" fill="#000" opacity=".14"/>`
    );
  });
  const body =
    `<rect width="1200" height="900" fill="${wall}"/><path d="M0 0h520L200 900H0Z" fill="#fff" opacity=".12"/>` +
    `<rect y="730" width="1200" height="170" fill="${board}"/>${vases.join('')}`;
  const blur = `<filter id="b" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="58"/></filter><g filter="url(#b)">${body}</g>`;
  return svg(1200, 900, soft ? blur : body);
}

/** Night over water, 1280 by 720. */
function night(sky: string, water: string, moon: string): string {
  const waves = [0, 1, 2].map(
    (row) =>
      `<path d="M0 ${500 + row * 76}q80-46 160 0t160 0 160 0 160 0 160 0 160 0 160 0 160 0V720H0Z" fill="${water}" opacity="${0.5 + row * 0.22}"/>`,
  );
  return svg(
    1280,
    720,
    `<rect width="1280" height="720" fill="${sky}"/><circle cx="300" cy="200" r="150" fill="#fff" opacity=".08"/>` +
      `<circle cx="300" cy="200" r="92" fill="${moon}"/>${waves.join('')}` +
      `<path d="M700 470l70-170v170Zm84 0V330l60 140Zm-100 14h190l-30 56H720Z" fill="#F4EAE6"/>`,
  );
}

const skin = { deep: '#6B3E2B', brown: '#9C6546', fair: '#E3A986', pale: '#F0C5A4' };

export const faces = {
  mira: portrait({ ground: '#E8937A', light: '#F6D9C6', skin: skin.deep, hair: '#241A17', coat: '#EFE0CC' }),
  callum: portrait({ ground: '#3D4A63', light: '#5B6B86', skin: skin.pale, hair: '#D19A2C', coat: '#2F4136' }),
  noor: portrait({ ground: '#EBB08D', light: '#F7E6CD', skin: skin.brown, hair: '#C8452E', coat: '#14543F' }),
  ines: portrait({ ground: '#24405E', light: '#3B5F80', skin: skin.fair, hair: '#3A211B', coat: '#B5382A' }),
  wen: portrait({ ground: '#E9D3E3', light: '#F7CFCB', skin: skin.pale, hair: '#9B9296', coat: '#3E4C8A' }),
  ada: portrait({ ground: '#C7B6D8', light: '#E6DCF0', skin: skin.fair, hair: '#33241F', coat: '#31513F' }),
};

const clay = ['#4F6F64', '#C2532F', '#D9A441', '#5A5173'];
export const works = {
  vases: shelf('#E9C3B1', '#A76447', clay),
  evening: shelf('#22403A', '#6B3B2A', ['#C9B08A', '#B8593F', '#7FA396', '#E5D8C4']),
  garden: shelf('#173B30', '#0F2A22', ['#F08A5D', '#F6D27A', '#E4623F', '#7FAF86']),
  harbour: night('#1C2B4A', '#2C5A7A', '#F3E3B8'),
  sunrise: night('#EFA57C', '#C06B5A', '#FBE6C2'),
  locked: shelf('#D9A88F', '#8F5138', clay, true),
};
