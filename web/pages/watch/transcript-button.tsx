import { lazy, Suspense, useState } from 'react'
import type { ContentDetail } from '#contract/content/content.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'

const LazyTranscriptPanel = lazy(
  retryWhenOnline(() =>
    import('#web/features/transcript/load-transcript-panel.ts').then((module) =>
      module.loadTranscriptPanel(),
    ),
  ),
)

/** The button that opens the transcript of a video with captions. */
export function TranscriptButton({ item: { id, captions } }: { item: ContentDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  if (captions.length === 0) return null
  return (
    <>
      <Button className="needs-js" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {watchPageMessages.transcript}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyTranscriptPanel videoId={id} tracks={captions} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
