/** Marks an element that has the focus only because nothing else has it. */
export const standIn = 'data-focus-stand-in'

/** Returns whether nothing has the focus because the element that had it is gone. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.hasAttribute(standIn)
}
