import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { toDraftCues } from './cue.ts'
import {
  createCaptionEditorState,
  type CaptionEditorAction,
  type CaptionEditorState,
  captionEditorReducer,
} from './caption-editor-state.ts'

const cue = (start: number, end: number, text: string) => ({ start, end, text, settings: '' })
const film = [cue(0, 1000, 'one'), cue(2000, 3000, 'two'), cue(4000, 6000, 'three words here')]
const start = () => createCaptionEditorState(film)
const act = (state: CaptionEditorState, ...actions: CaptionEditorAction[]) =>
  actions.reduce(captionEditorReducer, state)
const shown = ({ cues }: CaptionEditorState) => cues.map((one) => `${one.start}-${one.end} ${one.text}`)
const textOf = ({ cues }: CaptionEditorState, id: number) => cues.find((one) => one.id === id)?.text

test('typing a word is one undo step, which can be redone', () => {
  const texts = ['one!', 'one!a', 'one!ab', 'one!ab ', 'one!ab c', 'one!ab cd']
  const typed = act(start(), ...texts.map((text) => ({ type: 'setText' as const, id: 1, text })))
  const undone = act(typed, { type: 'undo' })
  assert.equal(textOf(undone, 1), 'one!ab ')
  assert.equal(textOf(act(undone, { type: 'undo' }, { type: 'undo' }), 1), 'one')
  assert.equal(textOf(act(undone, { type: 'redo' }), 1), 'one!ab cd')
  assert.equal(act(undone, { type: 'setText', id: 1, text: 'x' }).future.length, 0, 'a new edit ends redoing')
})

test('typing in another caption, deleting text or leaving the field starts a new undo step', () => {
  const set = (id: number, text: string): CaptionEditorAction => ({ type: 'setText', id, text })
  const typed = act(start(), set(1, 'onea'), set(2, 'twoa'), set(2, 'two'), { type: 'endStep' }, set(2, 'tw'))
  assert.equal(typed.past.length, 4)
})

test('a caption added at the playhead ends where the next caption starts', () => {
  const added = act(start(), { type: 'add', at: 1500.4 })
  assert.deepEqual(shown(added)[1], '1500-2000 ')
  assert.equal(added.selected, added.cues[1]!.id)
  assert.equal(shown(act(start(), { type: 'add', at: 7000 }))[3], '7000-9000 ')
  assert.equal(shown(act(start(), { type: 'add', at: 1950 }))[1], '1950-3950 ', 'too little room')
})

test('splitting a caption divides its text at the caret, and its time at the playhead or in proportion to the text', () => {
  const split = (playhead: number) => act(start(), { type: 'split', id: 3, position: 5, playhead })
  assert.deepEqual(shown(split(5500)).slice(2), ['4000-5500 three', '5500-6000 words here'])
  assert.deepEqual(shown(split(0)).slice(2), ['4000-4667 three', '4667-6000 words here'])
  assert.equal(split(0).selected, 4)
  const styled = createCaptionEditorState([cue(0, 1000, '<v Ann><i>one two</i></v>')])
  const parts = act(styled, { type: 'split', id: 1, position: 13, playhead: 500 })
  assert.deepEqual(
    parts.cues.map(({ text }) => text),
    ['<v Ann><i>one</i></v>', '<v Ann><i>two</i></v>'],
  )
})

test('merging a caption with the next joins their text and times, and the last caption cannot be merged', () => {
  assert.deepEqual(shown(act(start(), { type: 'merge', id: 2 })).slice(1), [
    '2000-6000 two\nthree words here',
  ])
  const state = start()
  assert.equal(act(state, { type: 'merge', id: 3 }), state)
})

test('captions can be shifted all at once or from a chosen caption on, but never to a time before the video starts', () => {
  const shift = (by: number, fromId: number | null) => shown(act(start(), { type: 'shift', by, fromId }))
  assert.deepEqual(shift(250, null), ['250-1250 one', '2250-3250 two', '4250-6250 three words here'])
  assert.deepEqual(shift(-500, 3), ['0-1000 one', '2000-3000 two', '3500-5500 three words here'])
  assert.deepEqual(shift(-500, null), shown(start()))
})

test('captions stay sorted by start time', () => {
  const moved = act(start(), { type: 'setTimes', id: 3, start: 1500 })
  assert.deepEqual(
    moved.cues.map(({ id }) => id),
    [1, 3, 2],
  )
  assert.deepEqual(act(moved, { type: 'undo' }).cues, start().cues)
  assert.equal(act(start(), { type: 'setTimes', id: 1, start: -5 }).cues[0]!.start, 0)
})

test('deleting a caption selects the next one, and deleting the only caption leaves an empty editor', () => {
  const removed = act(start(), { type: 'remove', id: 2 })
  assert.equal(removed.selected, 3)
  assert.equal(act(removed, { type: 'remove', id: 3 }, { type: 'remove', id: 1 }).selected, null)
})

test('replacing all matches is one undo step and treats special characters literally', () => {
  const state = createCaptionEditorState([cue(0, 1, 'a.b A.B'), cue(1, 2, 'axb')])
  const find = { text: 'a.b', matchCase: false }
  const replaced = act(state, { type: 'replaceAll', find, replacement: '$&' })
  assert.deepEqual(
    replaced.cues.map(({ text }) => text),
    ['$& $&', 'axb'],
  )
  assert.equal(replaced.past.length, 1)
  const strict = act(state, { type: 'replaceAll', find: { ...find, matchCase: true }, replacement: 'c' })
  assert.equal(textOf(strict, 1), 'c A.B')
})

test('loading another version of the captions can be undone', () => {
  const loaded = act(start(), { type: 'load', cues: [cue(5, 6, 'theirs')] })
  assert.deepEqual(shown(loaded), ['5-6 theirs'])
  assert.deepEqual(act(loaded, { type: 'undo' }).cues, start().cues)
})

test('undoing every edit always restores the initial captions', () => {
  const id = fc.integer({ min: 1, max: 8 })
  const ms = fc.integer({ min: 0, max: 8000 })
  const action: fc.Arbitrary<CaptionEditorAction> = fc.oneof(
    fc.record({ type: fc.constant('setText' as const), id, text: fc.string() }),
    fc.record({ type: fc.constant('setTimes' as const), id, start: ms, end: ms }),
    fc.record({ type: fc.constant('add' as const), at: ms }),
    fc.record({ type: fc.constant('remove' as const), id }),
    fc.record({ type: fc.constant('merge' as const), id }),
    fc.record({ type: fc.constant('split' as const), id, position: fc.nat(20), playhead: ms }),
    fc.record({
      type: fc.constant('shift' as const),
      by: fc.integer({ min: -3000, max: 3000 }),
      fromId: fc.constant(null),
    }),
    fc.record({ type: fc.constant('select' as const), id }),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const edited = act(start(), ...actions)
      assert.ok(edited.cues.every(({ start: from }, at) => at === 0 || edited.cues[at - 1]!.start <= from))
      assert.equal(new Set(edited.cues.map(({ id: one }) => one)).size, edited.cues.length)
      let undone = edited
      while (undone.past.length > 0) undone = captionEditorReducer(undone, { type: 'undo' })
      assert.deepEqual(undone.cues, start().cues)
      let redone = undone
      while (redone.future.length > 0) redone = captionEditorReducer(redone, { type: 'redo' })
      assert.deepEqual(toDraftCues(redone.cues), toDraftCues(edited.cues))
    }),
  )
})
