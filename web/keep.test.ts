import assert from 'node:assert/strict'
import test from 'node:test'
import { choiceIn, choiceLine, choiceOf } from '#contract/cookie-choice.ts'
import { forgetSearched, forgetSettings, forgetUploads, mayKeep, settings } from './keep.ts'

const page = { cookie: '' }
const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'document', { value: page })
Object.defineProperty(globalThis, 'localStorage', {
  get: () =>
    new Proxy({} as Storage, {
      get: (_, name) =>
        ({ setItem: kept.set.bind(kept), removeItem: kept.delete.bind(kept) })[name as 'setItem'],
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
    }),
})

test('a choice comes back as it was made, and nonsense is no choice', () => {
  const choice = choiceOf((group) => group === 'functional')
  page.cookie = `theme=night; ${choiceLine(choice, false).split(';')[0]}`
  assert.deepEqual(choiceIn(page.cookie), choice)
  assert.deepEqual(
    choiceIn('cookie-choice=none'),
    choiceOf(() => false),
  )
  for (const cookie of ['', null, 'my-cookie-choice=functional', 'cookie-choice=%00'])
    assert.equal(choiceIn(cookie), undefined)
  assert.match(choiceLine(choice, true), /^__Host-cookie-choice=functional; Path=\/; .*; Secure$/)
  assert.deepEqual(choiceIn(choiceLine(choice, true)), choice)
})

test('with functional off nothing is kept, and what was kept goes, except an upload that is not finished', () => {
  page.cookie = ''
  assert.equal(mayKeep('functional'), true)
  settings()!.setItem('player', '{}')
  settings()!.setItem('like:1', '{}')
  kept.set('unfinished-uploads', '[]')
  page.cookie = 'cookie-choice=performance.advertising'
  assert.equal(mayKeep('functional'), false)
  assert.equal(mayKeep('performance'), true)
  assert.equal(settings(), undefined)
  forgetSettings()
  assert.deepEqual([...kept.keys()], ['unfinished-uploads'])
})

test('a browser that sends Global Privacy Control has said no to performance and advertising', () => {
  page.cookie = ''
  Object.defineProperty(globalThis.navigator, 'globalPrivacyControl', { value: true, configurable: true })
  assert.deepEqual(
    ['performance', 'functional', 'advertising'].map((group) => mayKeep(group as 'performance')),
    [false, true, false],
  )
  page.cookie = 'cookie-choice=performance'
  assert.equal(mayKeep('performance'), true)
})

test('who signs out leaves no searches behind, and everything else as it was', () => {
  page.cookie = ''
  settings()!.setItem('recent-searches', '["something private"]')
  settings()!.setItem('player', '{}')
  forgetSearched()
  assert.deepEqual([kept.has('recent-searches'), kept.has('player')], [false, true])
})

test('who signs out by hand leaves neither the title nor the bytes of an unfinished upload', async () => {
  const files = new Set(['prepared-uploads', 'other'])
  const root = { removeEntry: async (name: string) => void files.delete(name) }
  const storage = { getDirectory: async () => root }
  Object.defineProperty(globalThis.navigator, 'storage', { value: storage, configurable: true })
  kept.set('unfinished-uploads', '[{"title":"mine"}]')
  await forgetUploads()
  assert.deepEqual([kept.has('unfinished-uploads'), [...files]], [false, ['other']])
})
