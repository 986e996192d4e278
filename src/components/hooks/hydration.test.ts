async function begin(isServers: boolean) {
  const data = document.head.appendChild(document.createElement('script'));
  if (isServers) data.id = '__NEXT_DATA__';
  vi.resetModules();
  const page = await import('./hydration');
  data.remove();
  return page;
}

it('isHydrating is false in a page that the browser has created', async () => {
  expect((await begin(false)).isHydrating()).toBe(false);
});

it('isHydrating is true in a page from the server until it is marked as hydrated', async () => {
  const { isHydrating, markHydrated, hydrated } = await begin(true);
  const after = vi.fn();
  const wait = hydrated.then(after);
  expect(isHydrating()).toBe(true);
  await Promise.resolve();
  expect(after).not.toHaveBeenCalled();
  markHydrated();
  await wait;
  expect(isHydrating()).toBe(false);
  expect(after).toHaveBeenCalledTimes(1);
});
