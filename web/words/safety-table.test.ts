import assert from 'node:assert/strict'
import test from 'node:test'
import { choices } from '#contract/safety-choices.ts'
import { defaults, presets, type Setting } from '#contract/safety-defaults.ts'
import { rows, valueWords } from './safety-table.ts'

test('every row of the defaults and everything that can be chosen has plain words', () => {
  for (const setting of Object.keys(defaults) as Setting[]) {
    assert.ok(rows[setting].label && rows[setting].about, setting)
    const offered = (choices as Partial<Record<Setting, readonly unknown[]>>)[setting] ?? []
    for (const value of [
      ...presets.flatMap((preset): readonly unknown[] => defaults[setting][preset]),
      ...offered,
    ]) {
      const said = valueWords(setting, value as never)
      assert.match(said, /^[A-Z0-9]/, `${setting} ${String(value)}`)
      assert.doesNotMatch(said, /_|undefined|object/, `${setting} ${String(value)}`)
    }
  }
})
