import { modals } from '@mantine/modals'

/** The dialogs’ code is loaded after the first screen: what is asked for before waits for it. */
let isLoaded = false
const waiting: (() => void)[] = []

type Dialog = Parameters<typeof modals.open>[0] & { readonly modalId: string }
type Question = Parameters<typeof modals.openConfirmModal>[0]

/** Shows a dialog, once dialogs can be shown. @returns its id */
export function showDialog(dialog: Dialog): string {
  whenLoaded(() => modals.open(dialog))
  return dialog.modalId
}

/** Shows a question with two answers, once dialogs can be shown. */
export function showQuestion(question: Question): void {
  whenLoaded(() => modals.openConfirmModal(question))
}

/** Shows what was asked for so far. Called when the dialogs' code is mounted. */
export function dialogsLoaded(): void {
  isLoaded = true
  for (const open of waiting.splice(0)) open()
}

function whenLoaded(open: () => void): void {
  if (isLoaded) open()
  else waiting.push(open)
}
