import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  type EmbeddedCaptions,
  embeddedCaptionsDownloadPath,
} from '#contract/content/captions/embedded-captions.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { embeddedCaptionsMessages } from '#web/messages/upload/embedded-captions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { EmbeddedCaptionsState } from './use-embedded-captions.ts'

interface Props {
  offer: EmbeddedCaptions
  state: EmbeddedCaptionsState
  languages: readonly { tag: string; name: string }[]
}

/**
 * One text track in the video file. The creator chooses the language of the text track and adds it as
 * captions.
 */
export function EmbeddedCaptionsRow({ offer, state, languages }: Props) {
  const [language, setLanguage] = useState(offer.language ?? '')
  const [isLanguageMissing, setIsLanguageMissing] = useState(false)
  const [isSdh, setIsSdh] = useState(offer.is_sdh)
  const [error, setError] = useState<ApiCallError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const name = offer.name ?? embeddedCaptionsMessages.unknownLanguage
  const run = async (action: () => Promise<void>) => {
    setIsBusy(true)
    setError(null)
    try {
      await action()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setError(thrown)
      setIsBusy(false)
    }
  }
  const accept = (anyway?: true) => {
    if (!language) return setIsLanguageMissing(true)
    void run(() => state.accept(offer, { language, is_sdh: isSdh, ...(anyway && { anyway }) }))
  }
  const size = 'small' as const
  return (
    <li className="flex flex-col gap-3 border-t border-line py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <strong lang={offer.language ?? undefined} dir="auto">
          {name}
        </strong>
        <span className="text-15 text-quiet">{captionsMessages.count({ cues: offer.cue_count })}</span>
      </div>
      <p
        lang={offer.language ?? undefined}
        dir="auto"
        className="whitespace-pre-line text-15 text-quiet wrap-anywhere"
      >
        {offer.excerpt}
      </p>
      <Select
        label={embeddedCaptionsMessages.language}
        value={language}
        error={isLanguageMissing && !language ? embeddedCaptionsMessages.languageMissing : undefined}
        onChange={(event) => setLanguage(event.target.value)}
      >
        {!language && <option value="">{embeddedCaptionsMessages.chooseLanguage}</option>}
        {withLanguageOf(offer, languages).map(({ tag, name: languageName }) => (
          <option key={tag} value={tag} lang={tag}>
            {languageName}
          </option>
        ))}
      </Select>
      <Checkbox
        label={captionsMessages.sdh}
        checked={isSdh}
        onChange={(event) => setIsSdh(event.target.checked)}
      />
      {error && (
        <div role="alert" className="flex items-start gap-2">
          <TriangleAlert className="mt-1 size-5 shrink-0 text-bad-ink" aria-hidden="true" />
          <div className="min-w-0">
            <strong>{error.title}</strong>
            <p className="whitespace-pre-line wrap-anywhere">{error.detail}</p>
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {error?.code === 'captions_ask' ? (
          <Button size={size} variant="primary" busy={isBusy} onClick={() => accept(true)}>
            {embeddedCaptionsMessages.addAnyway}
          </Button>
        ) : (
          <Button
            size={size}
            variant="primary"
            busy={isBusy}
            aria-label={embeddedCaptionsMessages.addLabel({ name })}
            onClick={() => accept()}
          >
            {embeddedCaptionsMessages.add}
          </Button>
        )}
        <a
          download
          href={embeddedCaptionsDownloadPath.replace('{id}', state.videoId).replace('{offer_id}', offer.id)}
          aria-label={embeddedCaptionsMessages.downloadLabel({ name })}
          className={getButtonClassName({ size })}
        >
          {embeddedCaptionsMessages.download}
        </a>
        <Button
          size={size}
          aria-label={embeddedCaptionsMessages.removeLabel({ name })}
          onClick={() => void run(() => state.remove(offer))}
        >
          {embeddedCaptionsMessages.remove}
        </Button>
      </div>
    </li>
  )
}

/** Adds the language that the file declares to the list of languages if the list does not contain it. */
function withLanguageOf({ language, name }: EmbeddedCaptions, languages: Props['languages']) {
  if (language === null || languages.some(({ tag }) => tag === language)) return languages
  return [{ tag: language, name: name ?? language }, ...languages]
}
