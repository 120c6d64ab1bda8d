import { embeddedCaptionsMessages } from '#web/messages/upload/embedded-captions.ts'
import { EmbeddedCaptionsRow } from './embedded-captions-row.tsx'
import type { EmbeddedCaptionsState } from './use-embedded-captions.ts'

interface Props {
  state: EmbeddedCaptionsState
  languages: readonly { tag: string; name: string }[]
}

/**
 * The text tracks in the video file that can be turned into captions. Renders nothing if the video file has
 * no such text tracks.
 */
export function EmbeddedCaptionsList({ state, languages }: Props) {
  if (state.offers.length === 0) return null
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-4">
      <h3 className="text-21">{embeddedCaptionsMessages.title}</h3>
      <p className="text-quiet">{embeddedCaptionsMessages.hint}</p>
      <ul aria-label={embeddedCaptionsMessages.list}>
        {state.offers.map((offer) => (
          <EmbeddedCaptionsRow key={offer.id} offer={offer} state={state} languages={languages} />
        ))}
      </ul>
    </div>
  )
}
