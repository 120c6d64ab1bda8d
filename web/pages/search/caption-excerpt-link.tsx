import { Captions } from 'lucide-react'
import { Link } from 'react-router'
import type { CaptionExcerpt } from '#contract/discovery/search.ts'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import { pagePaths } from '#web/paths.ts'
import { formatDuration, formatSpokenDuration } from '#web/ui/formatting/format-duration.ts'
import { HighlightedText } from '#web/ui/formatting/highlighted-text.tsx'

/**
 * A sentence that is spoken in a video and matches the search. The link starts the video at the spoken
 * sentence.
 */
export function CaptionExcerptLink({ id, spoken }: { id: string; spoken: CaptionExcerpt }) {
  const { text, marks, second, language } = spoken
  return (
    <p className="hit-spoken">
      <Link to={pagePaths.watchAt(id, second)} prefetch="intent">
        <span className="hit-second">
          <Captions size={16} aria-hidden="true" />
          <span className="sr-only">{searchPageMessages.saidAt({ time: formatSpokenDuration(second) })}</span>
          <span aria-hidden="true">{formatDuration(second)}</span>
        </span>{' '}
        <q lang={language} dir="auto">
          <HighlightedText text={text} marks={marks} />
        </q>
      </Link>
    </p>
  )
}
