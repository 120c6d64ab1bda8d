import { PencilLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CaptionDraftSummary } from '#contract/captions/caption-drafts.ts'
import type { EmbeddedCaptions } from '#contract/content/captions/embedded-captions.ts'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CaptionDraftRow } from './caption-draft-row.tsx'
import { CaptionLanguageFields } from '../../captions/caption-language-fields.tsx'
import { CaptionFileForm } from './caption-file-form.tsx'
import { CaptionTrackRow } from './caption-track-row.tsx'
import { EmbeddedCaptionsList } from './embedded-captions-list.tsx'
import { useCaptions } from './use-captions.ts'
import { useEmbeddedCaptions } from './use-embedded-captions.ts'

interface Props {
  videoId: string
  first: CaptionTrack[]
  drafts: CaptionDraftSummary[]
  /** The text tracks in the video file that have not been turned into captions yet. */
  embeddedCaptions: EmbeddedCaptions[]
  languages: readonly { tag: string; name: string }[]
}

/**
 * The section of the edit page that manages the captions of a video. The captions section needs JavaScript.
 */
export function CaptionsSection({ videoId, first, drafts, embeddedCaptions, languages }: Props) {
  const captions = useCaptions(videoId, first, drafts)
  const offers = useEmbeddedCaptions(captions, embeddedCaptions)
  const unpublished = captions.drafts.filter(({ is_published }) => !is_published)
  const heading = useFocusWhenCountChanges(captions.tracks.length + unpublished.length, offers.offers.length)
  const [language, setLanguage] = useState('en')
  const [isSdh, setIsSdh] = useState(false)
  // A new `key` clears the file field after a file has been added.
  const [added, setAdded] = useState(0)
  return (
    <section aria-labelledby="captions" className="needs-js flex max-w-2xl flex-col gap-4">
      <h2 ref={heading} id="captions" tabIndex={-1} className="text-28">
        {captionsMessages.title}
      </h2>
      <p className="text-quiet">{captionsMessages.hint}</p>
      <p aria-live="polite" className="sr-only">
        {captions.status}
      </p>
      {captions.tracks.length === 0 ? (
        <p>{captionsMessages.none}</p>
      ) : (
        <ul aria-label={captionsMessages.list} className="border-t border-line">
          {captions.tracks.map((track) => (
            <CaptionTrackRow key={track.id} track={track} captions={captions} />
          ))}
        </ul>
      )}
      {unpublished.length > 0 && (
        <>
          <h3 className="text-21">{captionsMessages.drafts}</h3>
          <ul aria-label={captionsMessages.draftList} className="border-t border-line">
            {unpublished.map((draft) => (
              <CaptionDraftRow key={`${draft.language} ${draft.is_sdh}`} draft={draft} captions={captions} />
            ))}
          </ul>
        </>
      )}
      <EmbeddedCaptionsList state={offers} languages={languages} />
      <CaptionLanguageFields
        languages={languages}
        language={language}
        onLanguageChange={setLanguage}
        isSdh={isSdh}
        onSdhChange={setIsSdh}
      />
      <Link
        to={pagePaths.editCaptions(videoId, language, isSdh)}
        className={getButtonClassName({}, 'self-start')}
      >
        <PencilLine aria-hidden="true" />
        {captionsMessages.write}
      </Link>
      <CaptionFileForm
        key={added}
        label={captionsMessages.file}
        submitLabel={captionsMessages.add}
        onSend={async (file, answers) => {
          await captions.send({ kind: 'new', language, is_sdh: isSdh }, file, answers)
          setAdded(added + 1)
        }}
      />
    </section>
  )
}

/**
 * Moves the focus to the heading after captions were added or deleted, because the pressed button no longer
 * exists.
 */
function useFocusWhenCountChanges(tracks: number, offers: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const counts = `${tracks} ${offers}`
  const before = useRef(counts)
  useEffect(() => {
    if (before.current !== counts) heading.current?.focus()
    before.current = counts
  }, [counts])
  return heading
}
