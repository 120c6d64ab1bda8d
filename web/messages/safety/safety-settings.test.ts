import assert from 'node:assert/strict'
import test from 'node:test'
import { safetySettingChoices } from '#contract/safety/safety-setting-choices.ts'
import { safetyDefaults, safetyPresets, type SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import { safetySettingLabels, formatSafetySettingValue } from './safety-settings.ts'

test('every safety setting has a readable label for its default and each option', () => {
  for (const setting of Object.keys(safetyDefaults) as SafetySettingKey[]) {
    assert.ok(safetySettingLabels[setting].label && safetySettingLabels[setting].about, setting)
    const offered =
      (safetySettingChoices as Partial<Record<SafetySettingKey, readonly unknown[]>>)[setting] ?? []
    for (const value of [
      ...safetyPresets.flatMap((preset): readonly unknown[] => safetyDefaults[setting][preset]),
      ...offered,
    ]) {
      const text = formatSafetySettingValue(setting, value as never)
      assert.match(text, /^[A-Z0-9]/, `${setting} ${String(value)}`)
      assert.doesNotMatch(text, /_|undefined|object/, `${setting} ${String(value)}`)
    }
  }
})
