import { offeredCaptionsMessages } from '#web/messages/upload/offered-captions.ts'
import { OfferedCaptionsRow } from './offered-captions-row.tsx'
import type { OfferedCaptionsState } from './use-offered-captions.ts'

interface Props {
  state: OfferedCaptionsState
  languages: readonly { tag: string; name: string }[]
}

/**
 * The text tracks in the video file that can be turned into captions. Renders nothing if the video file has
 * no such text tracks.
 */
export function OfferedCaptionsList({ state, languages }: Props) {
  if (state.offers.length === 0) return null
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-4">
      <h3 className="text-21">{offeredCaptionsMessages.title}</h3>
      <p className="text-quiet">{offeredCaptionsMessages.hint}</p>
      <ul aria-label={offeredCaptionsMessages.list}>
        {state.offers.map((offer) => (
          <OfferedCaptionsRow key={offer.id} offer={offer} state={state} languages={languages} />
        ))}
      </ul>
    </div>
  )
}
