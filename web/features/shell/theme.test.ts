import assert from 'node:assert/strict'
import test from 'node:test'
import { parseThemeCookie } from './theme.ts'

test('the theme is read from among other cookies, and nothing else counts as one', () => {
  assert.equal(parseThemeCookie('a=1; theme=light'), 'light')
  assert.equal(parseThemeCookie('theme=night; session=x'), 'night')
  assert.equal(parseThemeCookie('__Host-theme=light; x=1'), 'light')
  assert.equal(parseThemeCookie('mytheme=night'), undefined)
  assert.equal(parseThemeCookie('theme=javascript'), undefined)
  assert.equal(parseThemeCookie(null), undefined)
})
