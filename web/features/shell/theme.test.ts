import assert from 'node:assert/strict'
import test from 'node:test'
import { parseThemeCookie } from './theme.ts'

test('reads the theme from the cookie header and ignores unknown values', () => {
  assert.equal(parseThemeCookie('a=1; theme=light'), 'light')
  assert.equal(parseThemeCookie('theme=night; session=x'), 'night')
  assert.equal(parseThemeCookie('__Host-theme=light; x=1'), 'light')
  assert.equal(parseThemeCookie('mytheme=night'), undefined)
  assert.equal(parseThemeCookie('theme=javascript'), undefined)
  assert.equal(parseThemeCookie(null), undefined)
})
