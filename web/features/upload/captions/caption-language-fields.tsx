import { captionsMessages } from '#web/messages/upload/captions.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { CaptionLanguageOption } from './upload-caption.ts'

interface Props {
  languages: readonly CaptionLanguageOption[]
  language: string
  onLanguageChange: (language: string) => void
  isSdh: boolean
  onSdhChange: (isSdh: boolean) => void
}

/** The fields that describe new captions: their language, and whether they are for deaf or hard-of-hearing viewers. */
export function CaptionLanguageFields({ languages, language, onLanguageChange, isSdh, onSdhChange }: Props) {
  return (
    <>
      <Select
        label={captionsMessages.language}
        value={language}
        onChange={(event) => onLanguageChange(event.target.value)}
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </Select>
      <Checkbox
        label={captionsMessages.sdh}
        hint={captionsMessages.sdhHint}
        checked={isSdh}
        onChange={(event) => onSdhChange(event.target.checked)}
      />
    </>
  )
}
