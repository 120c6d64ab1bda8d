/** The toast store does not depend on React, so loaders and live updates can show toasts too. */
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  text?: string | undefined
  link?: ToastLink | undefined
}
type ToastKind = 'success' | 'error' | 'prompt'

/** A link in a toast. A toast has no other actions. */
export type ToastLink = { label: string; href: string }

export const showToast = {
  /** Shows a success toast for 5 s. Screen readers announce the toast without interrupting speech. */
  success: (title: string, text?: string) => addToast('success', title, text),
  /** Shows a success toast after the previous one has disappeared, so related toasts never overlap. */
  successNext: (title: string, text?: string) => {
    queuedToasts.push([title, text])
    showQueuedToast()
  },
  /**
   * Shows an error toast for 8 s. Screen readers announce the toast immediately. The specification calls
   * error toasts "destructive".
   */
  error: (title: string, text?: string) => addToast('error', title, text),
  /**
   * Shows a toast for 8 s, with a link to a step that the user must complete before the action is possible.
   * Screen readers announce the toast without interrupting speech.
   */
  prompt: (title: string, link: ToastLink) => addToast('prompt', title, undefined, link),
}

export const toastDurations = { success: 5000, error: 8000, prompt: 8000 }
const maxToasts = 3
let toasts: Toast[] = []
let lastId = 0
const queuedToasts: [title: string, text?: string][] = []
const listeners = new Set<() => void>()

function addToast(kind: ToastKind, title: string, text?: string, link?: ToastLink) {
  // Identical messages share one toast, for example if the user presses a failing button five times.
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text)
  setToasts([...others, { id: ++lastId, kind, title, text, link }].slice(-maxToasts))
}

export function dismissToast(id: number) {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

function setToasts(next: Toast[]) {
  toasts = next
  for (const notifyListener of listeners) notifyListener()
  showQueuedToast()
}

function showQueuedToast() {
  if (queuedToasts.length > 0 && !toasts.some(({ kind }) => kind === 'success'))
    addToast('success', ...queuedToasts.shift()!)
}

/** Removes error toasts when the problem is solved, because they would contradict the success message. */
export function dismissErrorToasts() {
  if (toasts.some(({ kind }) => kind === 'error')) setToasts(toasts.filter(({ kind }) => kind !== 'error'))
}

export const getToasts = () => toasts
const noToasts: Toast[] = []
export const getToastsServerSnapshot = () => noToasts

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
