import assert from 'node:assert/strict'
import test from 'node:test'
import { compilePattern } from './compile-pattern.ts'

for (const [plural, number] of [
  ['p', 'n'],
  ['v', 'w'],
  ['w', 'v'],
] as const)
  test(`compiled messages work when the minifier renames the runtime functions to ${plural} and ${number}`, () => {
    const code = compilePattern('{n, plural, one {# day} other {# days}}', { plural, number }, 'en')
    const makeFormat = new Function(plural, number, `return ${code}`) as (
      ...runtime: unknown[]
    ) => (values: object) => string
    const format = makeFormat((count: number) => (count === 1 ? 'one' : 'other'), String)
    assert.deepEqual([format({ n: 1 }), format({ n: 2 })], ['1 day', '2 days'])
  })
