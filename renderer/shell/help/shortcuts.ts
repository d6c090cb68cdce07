/** Shortcuts in one part of the window: keys, and what they do. The same as in `docs/keyboard.md`. */
export interface ShortcutGroup {
  readonly where: string
  readonly shortcuts: readonly (readonly [keys: string, action: string])[]
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    where: 'everywhere',
    shortcuts: [
      ['Ctrl+K', 'command palette: pages, profiles, lists, actions'],
      ['?, F1', 'keyboard shortcuts'],
      ['Ctrl+1 … Ctrl+5', 'pages of the profile, in the order of its tabs'],
      ['Ctrl+B', 'hide or show the sidebar'],
      ['Ctrl+,', 'settings'],
      ['Alt+←, Alt+→', 'back, forward'],
      ['Tab, Shift+Tab', 'next and previous control; a table, chart or tree is one stop'],
    ],
  },
  {
    where: 'list',
    shortcuts: [
      ['Ctrl+F', 'search and filter line'],
      ['Ctrl+G', 'go to row'],
    ],
  },
  {
    where: 'filter line',
    shortcuts: [
      ['↑ ↓, Enter', 'select and accept a suggestion; Enter without one goes to the table'],
      ['Escape', 'close suggestions, then clear the line'],
    ],
  },
  {
    where: 'table',
    shortcuts: [
      ['arrows, Page Up, Page Down', 'move by cell and page'],
      ['Home, End', 'first and last column'],
      ['Ctrl+Home, Ctrl+End', 'first and last cell of the list'],
      ['Ctrl+arrow', 'first or last row or column'],
      ['Enter', 'open the record'],
      ['Enter, Space on a group; → ← on its name', 'open or close it'],
      ['Space, Shift+Space', 'select the row; select up to this row'],
      ['Shift with a movement', 'extend the range of cells, or the selected rows'],
      ['Ctrl+A', 'select all rows'],
      ['Ctrl+C', 'copy the cell, or the selection for a spreadsheet'],
      ['Shift+F10, Menu', 'cell menu'],
      ['Escape', 'clear the selection'],
    ],
  },
  {
    where: 'table header (↑ from the first row)',
    shortcuts: [
      ['← →, Home, End', 'move'],
      ['Enter, Space; with Shift', 'sort; add to the sort'],
      ['Alt+↓, Shift+F10, Menu', 'column menu'],
      ['Shift+← →', 'move the column'],
      ['Alt+← →', 'narrower, wider'],
    ],
  },
  {
    where: 'columns panel',
    shortcuts: [
      ['↑ ↓, Page Up, Page Down, Home, End', 'move'],
      ['Space', 'show or hide'],
      ['Alt+↑ ↓', 'move the column'],
      ['Enter, Menu', 'more: rename, pin, format'],
    ],
  },
  {
    where: 'open record',
    shortcuts: [
      ['Alt+↑ ↓', 'previous, next record'],
      ['Ctrl+Alt+C', 'copy the record as JSON'],
      ['Escape', 'close'],
    ],
  },
  {
    where: 'JSON tree',
    shortcuts: [
      ['↑ ↓ ← →, Home, End, Enter', 'move, open, close'],
      ['Ctrl+C, Ctrl+Shift+C', 'copy the value, the path'],
    ],
  },
  {
    where: 'column statistics',
    shortcuts: [['Alt+↑ ↓', 'previous, next column']],
  },
  {
    where: 'charts',
    shortcuts: [
      ['arrows, Home, End', 'move between bars, points and hours'],
      ['Enter, Space', 'filter the list to the selected bar, point or hour'],
    ],
  },
  {
    where: 'certificate timeline',
    shortcuts: [
      ['← →, ↑ ↓, Home, End', 'other certificates of the profile, other profiles'],
      ['Enter, Space', 'details'],
    ],
  },
]
