/** What an element is marked with that has the keyboard’s focus only because nothing else has it. */
export const standIn = 'data-focus-stand-in'

/** Whether nothing has the keyboard's focus: the element that had it went away. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.hasAttribute(standIn)
}
