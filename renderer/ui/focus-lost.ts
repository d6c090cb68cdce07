/** Whether nothing has the keyboard's focus: the element that had it went away. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
