import { test } from 'node:test'
import assert from 'node:assert/strict'
import { pseudoPattern, pseudoText } from './pseudo-locale.ts'

test('text in the pseudo-locale has accents and is 40 % longer', () => {
  assert.equal(pseudoText('Save'), '[Šáṽé ·]')
  assert.equal(pseudoText(''), '')
})

test('the values of a message do not change, and its longest variant decides how much longer it is', () => {
  assert.equal(pseudoPattern('Hi {name}!'), '[Ĥí {name}! ·]')
  assert.equal(
    pseudoPattern('{count, plural, one {# view} other {# views}}'),
    '[{count,plural,one{# ṽíéŵ} other{# ṽíéŵš}} · ·]',
  )
})
