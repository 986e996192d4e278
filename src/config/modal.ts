/** Width in pixels. Specification 9. */
export const defaultModal = { width: 920, okText: 'OK', cancelText: 'Cancel' } as const;
