import assert from 'node:assert/strict'
import test from 'node:test'
import { getChangedFields, mergeSavedValues } from './form-changes.ts'

function buildFormData(baseline: object | string | null) {
  const form = new FormData()
  if (baseline !== null)
    form.set('baseline', typeof baseline === 'string' ? baseline : JSON.stringify(baseline))
  return form
}

test('submits only the fields whose values have changed since the form was rendered', () => {
  const baseline = { bio: 'Trains\nand trams', is_private: true, username: 'wilma' }
  const values = { bio: 'Trains\r\nand trams', is_private: false, username: 'wilma_films' }
  assert.deepEqual(getChangedFields(buildFormData(baseline), values), {
    is_private: false,
    username: 'wilma_films',
  })
  assert.deepEqual(getChangedFields(buildFormData(baseline), baseline), {})
})

test('never clears a checkbox if the original form values are missing or malformed', () => {
  for (const baseline of [null, 'no json', 'null', '7'])
    assert.deepEqual(getChangedFields(buildFormData(baseline), { bio: 'Hi', is_private: false }), {
      bio: 'Hi',
    })
})

test('after a save in another tab, updates untouched fields and checkboxes but keeps text that is being edited', () => {
  const baseline = { bio: 'Old', name: 'Wilma', is_private: false }
  const shown = { bio: 'Typing', name: 'Wilma', is_private: false }
  const after = mergeSavedValues(shown, baseline, { bio: 'From another tab', name: 'W.', is_private: true })
  assert.deepEqual(after.values, { bio: 'Typing', name: 'W.', is_private: true })
  assert.deepEqual(after.baseline, { bio: 'Old', name: 'W.', is_private: true })

  const saved = mergeSavedValues(after.values, after.baseline, {
    bio: 'Typing',
    name: 'W.',
    is_private: true,
  })
  assert.deepEqual(saved.baseline, { bio: 'Typing', name: 'W.', is_private: true })
})
