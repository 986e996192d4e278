import { createPictureGrants, type PictureGrant } from './picture-grants';

let time: number;
const grant = { streamId: 's1', sessionId: 'one', viewer: 'a1', accountId: 'a1', country: 'PT', as: 'viewer' } as const;
const guest = { ...grant, viewer: 'guest-1', accountId: null };
const listViewers = (grants: { list(): PictureGrant[] }) => grants.list().map(({ viewer }) => viewer);

function build() {
  time = 0;
  const grants = createPictureGrants({ now: () => time, guestMs: 3_600_000 });
  for (const one of [grant, guest]) grants.add(one);
  return grants;
}

describe('grants of access to a picture', () => {
  it('stay for accounts, and end for guests who are no longer connected', () => {
    const grants = build();
    time = 3_599_999;
    grants.replaceExpired([]);
    expect(listViewers(grants)).toEqual(['a1', 'guest-1']);
    time += 1;
    grants.replaceExpired([guest]);
    expect(listViewers(grants)).toEqual(['a1', 'guest-1']);
    time += 3_600_000;
    grants.replaceExpired([]);
    expect(listViewers(grants)).toEqual(['a1']);
  });

  it('keep the country of a newer request', () => {
    const grants = build();
    grants.replaceExpired([{ ...grant, country: null }]);
    expect(grants.list()[0]).toMatchObject({ country: 'PT' });
  });
});
