import { getSearchResults } from '#contract/discovery/search.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { getRandomCaptionWord } from './insert-bench-captions.ts'

const seconds = 2 * 3600
const cues = 2400
const words = 18_000

/**
 * Adds captions to a new two-hour video, and returns the time in milliseconds from the request until the last
 * sentence of the captions can be found.
 */
export async function measureTranscriptIndexing(owner: TestUser, nth: number): Promise<number> {
  const id = await createPublishedVideo(owner, { title: `Long video ${nth}`, seconds })
  const lastWord = `zyzzyva${nth}`
  const vtt = writeTranscript(lastWord)
  const start = performance.now()
  await addCaptions(owner, id, vtt)
  for (;;) {
    const { hits } = await owner.call(getSearchResults, { query: { q: lastWord } })
    const passed = performance.now() - start
    if (hits.some(({ item, spoken }) => item.id === id && spoken !== null)) return passed
    if (passed > 60_000) throw new Error('search did not find the captions within a minute')
  }
}

/** Every second cue ends a sentence. */
function writeTranscript(lastWord: string): string {
  const blocks = Array.from({ length: cues }, (_, at) => {
    // The cues alternate between eight and seven words.
    const length = Math.floor(((at + 1) * words) / cues) - Math.floor((at * words) / cues)
    const line = Array.from({ length }, getRandomCaptionWord)
    if (at === cues - 1) line[0] = lastWord
    const [start, end] = [at * (seconds / cues), (at + 1) * (seconds / cues)]
    return `${timestamp(start)} --> ${timestamp(end)}\n${line.join(' ')}${at % 2 === 1 ? '.' : ''}`
  })
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

function timestamp(second: number): string {
  return `${new Date(second * 1000).toISOString().slice(11, 19)}.000`
}
