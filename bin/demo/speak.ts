import { postComment } from '#contract/comments.ts'
import { putLike } from '#contract/likes.ts'
import type { Clip } from './clips.ts'
import type { Ledger } from './ledger.ts'
import type { Progress } from './progress.ts'
import { keyOf } from './publish.ts'
import { talkAbout } from './talk.ts'
import type { Visitor } from './visitor.ts'

/** Likes and comments by the others. Which ones is decided by the clip's place alone, so that every run says the same. */
export async function speak(
  people: Map<string, Visitor>,
  ledger: Ledger,
  clips: readonly Clip[],
  tell: Progress,
): Promise<void> {
  for (const [nth, clip] of clips.entries()) {
    const id = ledger.idOf(keyOf(clip))
    if (!id || ledger.has(`talk:${clip.title}`)) continue
    tell(`Likes and comments ${nth + 1} of ${clips.length}: ${clip.title}`)
    const others = [...people].filter(([name]) => name !== clip.by).map(([, visitor]) => visitor)
    const from = (n: number) => others[(nth * 5 + n) % others.length]!
    for (let n = 0; n < appeal(nth, others.length); n++) await from(n).call(putLike, { params: { id } })
    const said = talkAbout(clip.type, nth, 1 + ((nth * 7 + 3) % 5))
    for (const [n, body] of said.entries()) await sayOnce(from(n * 2), ledger, { id, n, body })
    await ledger.note(`talk:${clip.title}`)
  }
}

/** Some are loved by everybody, most by some; what has been here longer (every third, `dates.ts`) a little more. */
function appeal(nth: number, most: number): number {
  return Math.min(most, 1 + ((nth * 11) % 8) + (nth % 3 === 2 ? 4 : 0))
}

async function sayOnce(
  visitor: Visitor,
  ledger: Ledger,
  { id, n, body }: { id: string; n: number; body: string },
): Promise<void> {
  const key = `said:${id}:${n}`
  if (ledger.has(key)) return
  const posted = await visitor.call(postComment, { params: { id }, body: { body } })
  await ledger.note(key, posted.id)
}
