import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiCallError } from '#web/api/api-client.ts'
import type { CaptionEditorCues } from '../model/cue.ts'
import { createCaptionDraftAutosave, type AutosaveStatus } from './caption-draft-autosave.ts'

const cues = (text: string): CaptionEditorCues => [{ id: 1, start: 0, end: 1000, text, settings: '' }]
const refusal = (status: number, code: 'unavailable' | 'captions_changed' | 'too_fast') =>
  new ApiCallError(status, { code, title: 'x', detail: 'x' })

/** Creates an autosaver whose save requests stay pending until the test responds to them. */
function setup({ delayMs = 0 } = {}) {
  const statuses: AutosaveStatus[] = []
  const sent: { version: string; text: string; answer: (result: string | ApiCallError) => void }[] = []
  const first = cues('first')
  let notify = () => {}
  const saver = createCaptionDraftAutosave({
    version: 'v1',
    cues: first,
    delayMs,
    maxDelayMs: delayMs,
    retryMs: 1,
    onChange: ({ status }) => statuses.push(status),
    send: (version, list) =>
      new Promise((resolve, reject) => {
        const answer = (result: string | ApiCallError) =>
          typeof result === 'string' ? resolve({ version: result, updated_at: '' }) : reject(result)
        sent.push({ version, text: list[0]?.text ?? '', answer })
        notify()
      }),
  })
  const requests = async (count: number) => {
    while (sent.length < count) await new Promise<void>((resolve) => (notify = resolve))
    return sent[count - 1]!
  }
  return { saver, statuses, sent, requests, first }
}

test('edits made during a save are saved afterwards, based on the new version of the draft', async () => {
  const { saver, statuses, requests } = setup()
  saver.update(cues('a'))
  const first = await requests(1)
  saver.update(cues('b'))
  saver.update(cues('c'))
  first.answer('v2')
  const second = await requests(2)
  assert.deepEqual([first.version, first.text, second.version, second.text], ['v1', 'a', 'v2', 'c'])
  second.answer('v3')
  await saver.flush()
  assert.deepEqual(statuses, ['unsaved', 'saving', 'unsaved', 'saving', 'saved'])
  assert.equal(saver.version(), 'v3')
})

test('saving a draft is retried until the server accepts it', async () => {
  const { saver, statuses, requests } = setup()
  saver.update(cues('a'))
  ;(await requests(1)).answer(refusal(503, 'unavailable'))
  ;(await requests(2)).answer(refusal(429, 'too_fast'))
  const third = await requests(3)
  assert.equal(third.text, 'a')
  third.answer('v2')
  await saver.flush()
  assert.deepEqual(statuses, ['unsaved', 'saving', 'waiting', 'saving', 'waiting', 'saving', 'saved'])
})

test('after a conflict, a draft is not saved until the creator chooses a version', async () => {
  const { saver, sent, requests } = setup()
  saver.update(cues('mine'))
  ;(await requests(1)).answer(refusal(409, 'captions_changed'))
  await saver.flush()
  assert.equal(saver.state().status, 'conflict')
  saver.update(cues('mine too'))
  await saver.flush()
  assert.equal(sent.length, 1)
  saver.resolve('theirs', null)
  const second = await requests(2)
  assert.deepEqual([second.version, second.text], ['theirs', 'mine too'])
  second.answer('v9')
  await saver.flush()
  assert.equal(saver.state().status, 'saved')
})

test('no request is sent when an edit is undone before it is saved', async () => {
  const { saver, sent, statuses } = setup({ delayMs: 60_000 })
  saver.update(cues('a'))
  saver.update(cues('first'))
  await saver.flush()
  assert.deepEqual([sent.length, statuses], [0, ['unsaved', 'saved']])
  saver.close()
})
