import assert from 'node:assert/strict'
import test from 'node:test'
import { parseCookieConsent, serializeCookieConsent, buildCookieConsent } from '#contract/privacy/cookies.ts'
import {
  clearOtherAccountsPlaybackPositions,
  clearStoredSearches,
  clearSettingsStorage,
  clearUnfinishedUploads,
  isStorageAllowed,
  getSettingsStorage,
} from './browser-storage.ts'

const fakeDocument = { cookie: '' }
const storedValues = new Map<string, string>()
Object.defineProperty(globalThis, 'document', { value: fakeDocument })
Object.defineProperty(globalThis, 'localStorage', {
  get: () =>
    new Proxy({} as Storage, {
      get: (_, name) =>
        ({
          setItem: storedValues.set.bind(storedValues),
          removeItem: storedValues.delete.bind(storedValues),
        })[name as 'setItem'],
      ownKeys: () => [...storedValues.keys()],
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
    }),
})

test('stores the cookie choice and ignores malformed values', () => {
  const choice = buildCookieConsent((group) => group === 'functional')
  fakeDocument.cookie = `theme=night; ${serializeCookieConsent(choice, false).split(';')[0]}`
  assert.deepEqual(parseCookieConsent(fakeDocument.cookie), choice)
  assert.deepEqual(
    parseCookieConsent('cookie-choice=none'),
    buildCookieConsent(() => false),
  )
  for (const cookie of ['', null, 'my-cookie-choice=functional', 'cookie-choice=%00'])
    assert.equal(parseCookieConsent(cookie), undefined)
  assert.match(serializeCookieConsent(choice, true), /^__Host-cookie-choice=functional; Path=\/; .*; Secure$/)
  assert.deepEqual(parseCookieConsent(serializeCookieConsent(choice, true)), choice)
})

test('without consent to functional storage, stores no settings and keeps only unfinished uploads and unsaved captions', () => {
  fakeDocument.cookie = ''
  assert.equal(isStorageAllowed('functional'), true)
  getSettingsStorage()!.setItem('player', '{}')
  getSettingsStorage()!.setItem('like:1', '{}')
  storedValues.set('unfinished-uploads', '[]')
  storedValues.set('caption-edits:1:2:en::3', '{}')
  fakeDocument.cookie = 'cookie-choice=performance.advertising'
  assert.equal(isStorageAllowed('functional'), false)
  assert.equal(isStorageAllowed('performance'), true)
  assert.equal(getSettingsStorage(), undefined)
  clearSettingsStorage()
  assert.deepEqual([...storedValues.keys()], ['unfinished-uploads', 'caption-edits:1:2:en::3'])
})

test('treats Global Privacy Control as an opt-out of performance and advertising cookies', () => {
  fakeDocument.cookie = ''
  Object.defineProperty(globalThis.navigator, 'globalPrivacyControl', { value: true, configurable: true })
  assert.deepEqual(
    ['performance', 'functional', 'advertising'].map((group) => isStorageAllowed(group as 'performance')),
    [false, true, false],
  )
  fakeDocument.cookie = 'cookie-choice=performance'
  assert.equal(isStorageAllowed('performance'), true)
})

test('deletes recent searches on sign-out and keeps the player settings', () => {
  fakeDocument.cookie = ''
  getSettingsStorage()!.setItem('recent-searches', '["something private"]')
  getSettingsStorage()!.setItem('player', '{}')
  clearStoredSearches()
  assert.deepEqual([storedValues.has('recent-searches'), storedValues.has('player')], [false, true])
})

test('deletes other accounts’ playback positions from the browser, but keeps those of signed-out visitors', () => {
  fakeDocument.cookie = ''
  const store = () => {
    for (const id of ['', 'ada', 'ben']) getSettingsStorage()!.setItem(`positions:${id}`, '[]')
  }
  const stored = () => [...storedValues.keys()].filter((key) => key.startsWith('positions'))
  store()
  clearOtherAccountsPlaybackPositions('ben')
  assert.deepEqual(stored(), ['positions:', 'positions:ben'])
  store()
  clearOtherAccountsPlaybackPositions()
  assert.deepEqual(stored(), ['positions:'])
})

test('when the user chooses to sign out, the browser deletes the titles and bytes of unfinished uploads', async () => {
  const files = new Set(['prepared-uploads', 'other'])
  const root = { removeEntry: async (name: string) => void files.delete(name) }
  const storage = { getDirectory: async () => root }
  Object.defineProperty(globalThis.navigator, 'storage', { value: storage, configurable: true })
  storedValues.set('unfinished-uploads', '[{"title":"mine"}]')
  storedValues.set('upload-queue', '[{"title":"mine too"}]')
  storedValues.set('caption-edits:1:2:en::3', '{}')
  await clearUnfinishedUploads()
  const isLeft = ['unfinished-uploads', 'upload-queue', 'caption-edits:1:2:en::3'].map((key) =>
    storedValues.has(key),
  )
  assert.deepEqual([isLeft, [...files]], [[false, false, false], ['other']])
})
