import assert from 'node:assert/strict'
import test from 'node:test'
import { pagePaths } from '#web/paths.ts'
import { getSignInReason } from './sign-in-reason.ts'

const reason = (path: string) => getSignInReason(new URL(path, 'http://bell').searchParams)

test('the sign-in page shows which action requires signing in', () => {
  assert.equal(reason(pagePaths.signIn('/watch/1', { for: 'like' })), 'Sign in to like videos')
  assert.equal(reason(pagePaths.signIn('/watch/1', { for: 'comment' })), 'Sign in to comment')
  assert.equal(
    reason(pagePaths.signIn('/watch/1', { for: 'follow', who: 'mika' })),
    'Sign in to follow @mika',
  )
  assert.equal(reason(pagePaths.signIn('/watch/1', { for: 'follow' })), 'Sign in to follow creators')
})

test('the sign-in page shows which page requires an account', () => {
  assert.equal(reason(pagePaths.signIn(pagePaths.uploadPage('music'))), 'Sign in to start creating')
  assert.equal(reason(pagePaths.signIn(pagePaths.uploadPageForType('music'))), 'Sign in to start creating')
  assert.equal(reason(pagePaths.signIn(pagePaths.dashboard)), 'Sign in to see your dashboard')
  assert.equal(reason(pagePaths.signIn(pagePaths.editVideo('1'))), 'Sign in to see this page')
  assert.equal(reason(pagePaths.signIn(pagePaths.peopleList('muted'))), 'Sign in to see this page')
})

test('the sign-in page shows no reason by default and never shows arbitrary text from its URL', () => {
  assert.equal(reason(pagePaths.signIn('/music')), undefined)
  assert.equal(reason(pagePaths.signIn()), undefined)
  assert.equal(reason('/login?for=prize&who=you+won'), undefined)
  assert.equal(reason('/login?for=follow&who=you+won+a+prize'), 'Sign in to follow creators')
  assert.equal(reason('/login?next=//evil.example/create'), undefined)
})
