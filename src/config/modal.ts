/** What a modal is like unless its opener says otherwise: pixels, and the texts of its buttons. Specification 9. */
export const defaultModal = { width: 920, okText: 'OK', cancelText: 'Cancel' } as const;
