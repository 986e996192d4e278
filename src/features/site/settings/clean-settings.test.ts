import { cleanSettings } from './clean-settings';

it('cleans the HTML that operators of another backend wrote, and leaves all else alone', async () => {
  const settings = {
    siteName: '<b>Ovela</b>',
    footerContent: '<p onclick="x()">Ovela Ltd.</p><script>1</script>',
    userBenefit: '',
    commission: 0.2,
  };
  expect(await cleanSettings(settings)).toEqual({ ...settings, footerContent: '<p>Ovela Ltd.</p>' });
});

it('adds nothing to settings without texts', async () => {
  expect(await cleanSettings({ siteName: 'Ovela' })).toEqual({ siteName: 'Ovela' });
});
