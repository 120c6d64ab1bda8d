/** Toasts from anywhere in the browser. Kept apart from React so that a loader or a socket may speak too. */
export type Toast = {
  id: number
  kind: Kind
  title: string
  text?: string | undefined
  link?: ToastLink | undefined
}
type Kind = 'good' | 'bad' | 'ask'

/** The one thing to do about it. */
export type ToastLink = { label: string; href: string }

export const notify = {
  /** Something worked: said politely, gone after 5 s. */
  good: (title: string, text?: string) => add('good', title, text),
  /** The next good news, once what worked before has been read: two notices of one thing never stand on each other. */
  goodNext: (title: string, text?: string) => {
    waiting.push([title, text])
    showWaiting()
  },
  /** Something failed (the specification's "destructive"): said at once, stays 8 s. */
  bad: (title: string, text?: string) => add('bad', title, text),
  /** Something is needed first, and the link leads there: said politely, stays 8 s. */
  ask: (title: string, link: ToastLink) => add('ask', title, undefined, link),
}

export const stay = { good: 5000, bad: 8000, ask: 8000 }
const most = 3
let toasts: Toast[] = []
let lastId = 0
const waiting: [title: string, text?: string][] = []
const listeners = new Set<() => void>()

function add(kind: Kind, title: string, text?: string, link?: ToastLink) {
  // The same words twice in a row are one toast: pressing a failing button five times is no reason for five.
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text)
  set([...others, { id: ++lastId, kind, title, text, link }].slice(-most))
}

export function dismiss(id: number) {
  set(toasts.filter((toast) => toast.id !== id))
}

function set(next: Toast[]) {
  toasts = next
  for (const heard of listeners) heard()
  showWaiting()
}

function showWaiting() {
  if (waiting.length > 0 && !toasts.some(({ kind }) => kind === 'good')) add('good', ...waiting.shift()!)
}

/** What failed has been put right: its toasts would only contradict what follows. */
export function putRight() {
  if (toasts.some(({ kind }) => kind === 'bad')) set(toasts.filter(({ kind }) => kind !== 'bad'))
}

export const current = () => toasts
const none: Toast[] = []
export const onServer = () => none

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
