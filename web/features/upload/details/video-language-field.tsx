import { Select } from '#web/ui/forms/select.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import type { CaptionLanguageOption } from '../captions/upload-caption.ts'

interface Props {
  languages: readonly CaptionLanguageOption[]
  /** A BCP 47 tag, or an empty string if the language is not specified. */
  value: string
  error: string | undefined
  onChange: (language: string) => void
}

/**
 * Lets the creator choose the language of the video. There is no default language, because a wrong language
 * makes screen readers mispronounce the title.
 */
export function VideoLanguageField({ languages, value, error, onChange }: Props) {
  const isListed = value === '' || languages.some(({ tag }) => tag === value)
  return (
    <Select
      label={uploadFormMessages.details.language}
      optional
      name="language"
      hint={uploadFormMessages.details.languageHint}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{uploadFormMessages.details.noLanguage}</option>
      {/* API clients can choose a language that is not in the list. */}
      {!isListed && <option value={value}>{value}</option>}
      {languages.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </Select>
  )
}
