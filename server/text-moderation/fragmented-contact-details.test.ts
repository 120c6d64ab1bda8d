import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { containsContactDetails } from './mask-contact-details.ts'
import { completesFragmentedContactDetail, maxRecentCommentsChecked } from './fragmented-contact-details.ts'

const site = 'afterbell.example'

/**
 * Posts each part as a separate comment, one after another, and returns the comments that are not held for
 * approval.
 */
function shownOf(parts: string[]): string[] {
  const shown: string[] = []
  for (const part of parts) {
    const isHeld =
      containsContactDetails(part, site) ||
      completesFragmentedContactDetail(shown.slice(-maxRecentCommentsChecked), part, site)
    if (!isHeld) shown.push(part)
  }
  return shown
}

test('comments that each contain part of a contact detail are held before the contact detail is complete', () => {
  const parts: Record<string, string> = {
    'my sc|is|zor|blax|77': 'my sc|is|zor|blax',
    '07|70|09|00|12|3': '07|70|09',
    'zorblax|at|gmail|dot|com': 'zorblax|at|dot',
    '👻|zorblax77': '👻',
    'add me|on the yellow app|zorblax_77': 'add me|on the yellow app',
    '0|7|7|0|0|9|0|0|1|2|3': '0|7|7|0|0|9',
    's|n|a|p|z|o|r|9|9': 's|n|a|p|z|o|r|9',
    'nice|077|love it|009|wow|00123': 'nice|077|love it|009|wow',
    'zorblax|.|com': 'zorblax|.',
  }
  for (const [written, shown] of Object.entries(parts))
    assert.deepEqual(shownOf(written.split('|')), shown.split('|'), written)
})

test('accepts ordinary comments posted one after another', async () => {
  assert.deepEqual(shownOf(['wow', 'so good', '10/10', 'again', '2nd time', 'love it']).length, 6)
  const files = ['kind', 'kind-held-out'].map((name) =>
    readFile(join(import.meta.dirname, 'corpus', `${name}.txt`), 'utf8'),
  )
  const lines = (await Promise.all(files))
    .flatMap((file) => file.split('\n').filter((line) => line && !line.startsWith('#')))
    .filter((line) => !containsContactDetails(line, site))
  const held = lines.filter((line, at) =>
    completesFragmentedContactDetail(lines.slice(Math.max(0, at - 6), at), line, site),
  )
  assert.ok(held.length <= lines.length * 0.01, held.join('\n'))
})
