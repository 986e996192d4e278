/** Files of `src/components` that the gallery does not show, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  'basic/rich-text.tsx': 'Texts that operators write, of whatever they contain.',
  'form/date-time-popup.tsx': 'DateTimePicker shows it from 760 px.',
  'form/date-time-sheet.tsx': 'DateTimePicker shows it below 760 px.',
  'form/day-range-popup.tsx': 'DayRangePicker shows it from 760 px.',
  'form/day-range-sheet.tsx': 'DayRangePicker shows it below 760 px.',
  'form/form-problems.tsx': 'A context of Form, without anything to see.',
  'form/picker-button.tsx': 'DateTimePicker and DayRangePicker show it below 760 px.',
  'layout/antd-provider.tsx': 'The theme around the two pickers, without anything to see.',
  'layout/app-shell.tsx': 'The frame of whole pages, with their one main element.',
  'layout/page-body.tsx': 'The frame of whole pages, with their one main element.',
  'layout/skip-link.tsx': 'The first stop of Tab on every page.',
  'media/lightbox.tsx': 'PhotoSet opens it.',
  'media/use-picture-viewer.tsx': 'A hook; PhotoSet uses it.',
  'states/not-found-page.tsx': 'A whole page with a title of its own: a WholePage.',
  'states/page-failed.tsx': 'A whole page with a title of its own: an ErrorState.',
};
