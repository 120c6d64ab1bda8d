/** Toasts from anywhere in the browser. Kept apart from React so that a loader or a socket may speak too. */
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  text?: string | undefined
  link?: ToastLink | undefined
}
type ToastKind = 'good' | 'bad' | 'ask'

/** The one thing to do about it. */
export type ToastLink = { label: string; href: string }

export const notify = {
  /** Something worked: said politely, gone after 5 s. */
  good: (title: string, text?: string) => addToast('good', title, text),
  /** The next good news, once what worked before has been read: two notices of one thing never stand on each other. */
  goodNext: (title: string, text?: string) => {
    queuedToasts.push([title, text])
    showQueuedToast()
  },
  /** Something failed (the specification's "destructive"): said at once, stays 8 s. */
  bad: (title: string, text?: string) => addToast('bad', title, text),
  /** Something is needed first, and the link leads there: said politely, stays 8 s. */
  ask: (title: string, link: ToastLink) => addToast('ask', title, undefined, link),
}

export const toastDurations = { good: 5000, bad: 8000, ask: 8000 }
const maxToasts = 3
let toasts: Toast[] = []
let lastId = 0
const queuedToasts: [title: string, text?: string][] = []
const listeners = new Set<() => void>()

function addToast(kind: ToastKind, title: string, text?: string, link?: ToastLink) {
  // The same words twice in a row are one toast: pressing a failing button five times is no reason for five.
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text)
  setToasts([...others, { id: ++lastId, kind, title, text, link }].slice(-maxToasts))
}

export function dismissToast(id: number) {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

function setToasts(next: Toast[]) {
  toasts = next
  for (const heard of listeners) heard()
  showQueuedToast()
}

function showQueuedToast() {
  if (queuedToasts.length > 0 && !toasts.some(({ kind }) => kind === 'good'))
    addToast('good', ...queuedToasts.shift()!)
}

/** What failed has been put right: its toasts would only contradict what follows. */
export function dismissErrorToasts() {
  if (toasts.some(({ kind }) => kind === 'bad')) setToasts(toasts.filter(({ kind }) => kind !== 'bad'))
}

export const getToasts = () => toasts
const noToasts: Toast[] = []
export const getServerToasts = () => noToasts

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
