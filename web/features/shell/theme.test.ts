import assert from 'node:assert/strict'
import test from 'node:test'
import { themeOf } from './theme.ts'

test('the theme is read from among other cookies, and nothing else counts as one', () => {
  assert.equal(themeOf('a=1; theme=light'), 'light')
  assert.equal(themeOf('theme=night; session=x'), 'night')
  assert.equal(themeOf('__Host-theme=light; x=1'), 'light')
  assert.equal(themeOf('mytheme=night'), undefined)
  assert.equal(themeOf('theme=javascript'), undefined)
  assert.equal(themeOf(null), undefined)
})
