import assert from 'node:assert/strict'
import test, { afterEach } from 'node:test'
import {
  getToasts,
  dismissToast,
  showToast,
  dismissErrorToasts,
  toastDurations,
  subscribeToToasts,
} from './toast-store.ts'

afterEach(() => getToasts().forEach((toast) => dismissToast(toast.id)))

test('keeps a toast until it is dismissed, and notifies listeners when a toast appears or is dismissed', () => {
  let notified = 0
  const stop = subscribeToToasts(() => notified++)
  showToast.success('Link copied', 'Share it with friends!')
  assert.deepEqual(
    getToasts().map(({ kind, title, text }) => ({ kind, title, text })),
    [{ kind: 'success', title: 'Link copied', text: 'Share it with friends!' }],
  )
  dismissToast(getToasts()[0]!.id)
  assert.equal(getToasts().length, 0)
  assert.equal(notified, 2)
  stop()
})

test('dismisses all error toasts at once and keeps all other toasts', () => {
  showToast.error('Sign In Failed')
  showToast.success('Link copied')
  dismissErrorToasts()
  assert.deepEqual(
    getToasts().map((toast) => toast.title),
    ['Link copied'],
  )
})

test('shows the next success toast after the previous one has disappeared', () => {
  showToast.success('Account Created!')
  showToast.successNext('Account created', 'Your account will display your username publicly.')
  const titles = () => getToasts().map(({ title }) => title)
  assert.deepEqual(titles(), ['Account Created!'])
  dismissToast(getToasts()[0]!.id)
  assert.deepEqual(titles(), ['Account created'])
})

test('shows one toast for repeated identical messages', () => {
  showToast.error('Copy failed')
  showToast.error('Copy failed')
  assert.equal(getToasts().length, 1)
})

test('shows at most three toasts and removes the oldest toast when a fourth appears', () => {
  for (const title of ['a', 'b', 'c', 'd']) showToast.success(title)
  assert.deepEqual(
    getToasts().map((toast) => toast.title),
    ['b', 'c', 'd'],
  )
})

test('keeps a success toast for 5 seconds and an error toast longer', () => {
  assert.equal(toastDurations.success, 5000)
  assert.ok(toastDurations.error > toastDurations.success)
})
