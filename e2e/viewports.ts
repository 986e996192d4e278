/** The sizes of screens that journeys are made at. */
export const viewports = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
