import assert from 'node:assert/strict'
import test from 'node:test'
import { compilePattern } from './compiler/compile-pattern.ts'
import { formatMessageInLanguage } from './translate.ts'

const names = { plural: 'plural', number: 'number' }

/** Formats a message with the same function as the browser. */
function formatCompiled(pattern: string, values: object, language: 'ar' | 'en'): string {
  const plural = (count: number) => new Intl.PluralRules(language).select(count)
  const number = (count: number) => new Intl.NumberFormat('en').format(count)
  const compile = new Function('plural', 'number', `return ${compilePattern(pattern, names, language)}`) as (
    ...runtime: unknown[]
  ) => (values: object) => string
  return compile(plural, number)(values)
}

for (const [what, pattern, values, expected] of [
  ['a name', 'فيديو من {name} اليوم', { name: 'Ana!' }, 'فيديو من \u2068Ana!\u2069 اليوم'],
  ['a username with its sign', 'رد على @{username}', { username: 'ana' }, 'رد على \u2068@ana\u2069'],
  ['a tag with its sign', '#{tag}', { tag: 'cats' }, '\u2068#cats\u2069'],
  [
    'a value in a plural form',
    '{n, plural, one {من {name}} other {# من {name}}}',
    { n: 5, name: 'Ana' },
    '5 من \u2068Ana\u2069',
  ],
  ['a message that is only a value', '{name}', { name: 'Ana' }, 'Ana'],
] as const)
  test(`Arabic messages isolate the text direction of ${what}, on the server and in the browser`, () => {
    assert.equal(formatMessageInLanguage('ar', pattern, values), expected)
    assert.equal(formatCompiled(pattern, values, 'ar'), expected)
  })

test('English messages contain no direction marks', () => {
  assert.equal(formatMessageInLanguage('en', 'Reply to @{name}', { name: 'ana' }), 'Reply to @ana')
  assert.equal(formatCompiled('Reply to @{name}', { name: 'ana' }, 'en'), 'Reply to @ana')
})
