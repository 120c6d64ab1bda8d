import assert from 'node:assert/strict'
import test from 'node:test'
import { sendUploadCaptions } from './send-upload-captions.ts'
import type { CaptionUploadFailure, PendingCaptionFile } from './upload-caption.ts'

const caption = (language: string): PendingCaptionFile => ({
  file: new File(['WEBVTT'], `${language}.vtt`),
  language,
  name: language,
  isSdh: false,
  answers: {},
  cues: 1,
})

test('a failed caption file does not stop the others, and a resumed upload sends only the missing caption files', async (t) => {
  t.mock.method(console, 'warn', () => {})
  const requests: string[] = []
  let refused = 'de'
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    const language = /language=(\w+)/.exec(path)![1]!
    requests.push(`${path.split('/')[3]} ${language}`)
    if (language !== refused) return Response.json({}, { status: 201 })
    const error = { code: 'captions_invalid', title: 'Please check your captions', detail: 'Line 3: wrong' }
    return Response.json({ error }, { status: 422 })
  })
  const failures: CaptionUploadFailure[] = []
  const captions = ['en', 'de', 'fr'].map(caption)
  const send = (id: string) => sendUploadCaptions(id, captions, (failure) => void failures.push(failure))

  await send('first')
  assert.deepEqual(requests.splice(0), ['first en', 'first de', 'first fr'])
  assert.deepEqual(failures, [{ file: 'de.vtt', name: 'de', detail: 'Line 3: wrong' }])
  refused = ''
  await send('first')
  assert.deepEqual(requests.splice(0), ['first de'])
  await send('second')
  assert.deepEqual(requests, ['second en', 'second de', 'second fr'], 'a draft that was created again')
})
