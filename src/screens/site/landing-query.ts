/** The list of creators on the landing page. */
export const landingListKey = 'landing';
