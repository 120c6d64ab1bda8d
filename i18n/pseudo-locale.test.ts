import { test } from 'node:test'
import assert from 'node:assert/strict'
import { pseudoLocalizePattern, pseudoLocalizeText } from './pseudo-locale.ts'

test('the pseudo-locale adds accents to a string and makes the string 40% longer', () => {
  assert.equal(pseudoLocalizeText('Save'), '[Šáṽé ·]')
  assert.equal(pseudoLocalizeText(''), '')
})

test('the pseudo-locale keeps placeholders unchanged and adds padding that depends on the message’s longest variant', () => {
  assert.equal(pseudoLocalizePattern('Hi {name}!'), '[Ĥí {name}! ·]')
  assert.equal(
    pseudoLocalizePattern('{count, plural, one {# view} other {# views}}'),
    '[{count,plural,one{# ṽíéŵ} other{# ṽíéŵš}} · ·]',
  )
})
