/**
 * Toasts from anywhere in the browser. Independent of React, so that loaders and
 * live updates can show them too.
 */
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  text?: string | undefined
  link?: ToastLink | undefined
}
type ToastKind = 'good' | 'bad' | 'ask'

/** The toast's one action. */
export type ToastLink = { label: string; href: string }

export const notify = {
  /** A success: announced politely, disappears after 5 s. */
  good: (title: string, text?: string) => addToast('good', title, text),
  /** A second success, shown after the first one has gone, so that related toasts never overlap. */
  goodNext: (title: string, text?: string) => {
    queuedToasts.push([title, text])
    showQueuedToast()
  },
  /** A failure (the specification's "destructive"): announced immediately, stays 8 s. */
  bad: (title: string, text?: string) => addToast('bad', title, text),
  /** Something is required first, and the link leads to it: announced politely, stays 8 s. */
  ask: (title: string, link: ToastLink) => addToast('ask', title, undefined, link),
}

export const toastDurations = { good: 5000, bad: 8000, ask: 8000 }
const maxToasts = 3
let toasts: Toast[] = []
let lastId = 0
const queuedToasts: [title: string, text?: string][] = []
const listeners = new Set<() => void>()

function addToast(kind: ToastKind, title: string, text?: string, link?: ToastLink) {
  // Repeated identical texts make one toast, for example after pressing a failing button five times.
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
  if (queuedToasts.length > 0 && !toasts.some(({ kind }) => kind === 'good'))
    addToast('good', ...queuedToasts.shift()!)
}

/** Removes error toasts once the problem is solved; they would contradict what follows. */
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
