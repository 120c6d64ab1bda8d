import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiCallError } from '#web/api/api-client.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { uploadCaptionsMessages } from '#web/messages/upload/upload-captions.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CaptionLanguageFields } from './caption-language-fields.tsx'
import { CaptionFileForm } from '../edit/captions/caption-file-form.tsx'
import { type CaptionFileConfirmations, requestCaptionFileCheck } from './caption-requests.ts'
import { parseLanguageFromFileName } from './caption-file-names.ts'
import type { CaptionLanguageOption, PendingCaptionFile, UploadCaptionsFieldProps } from './upload-caption.ts'

/**
 * The field for the caption files of a new video. The server checks each caption file immediately, so the
 * creator can still correct it.
 */
export default function UploadCaptionsField(props: UploadCaptionsFieldProps) {
  const { captions, languages, onChange, dropped = [], onDropped } = props
  const titleId = useId()
  const heading = useFocusWhenChanged(captions.length)
  const [language, setLanguage] = useState(() => findPageLanguage(languages))
  const [isSdh, setIsSdh] = useState(false)
  const [status, setStatus] = useState('')
  const pending = dropped[0]
  const [seen, setSeen] = useState<File>()
  if (pending !== seen) {
    setSeen(pending)
    const tags = languages.map(({ tag }) => tag)
    setLanguage((pending && parseLanguageFromFileName(pending.name, tags)) ?? language)
  }
  const skipPending = () => onDropped?.(dropped.slice(1))
  const add = async (file: File, answers: CaptionFileConfirmations) => {
    if (captions.some((one) => one.language === language && one.isSdh === isSdh))
      throw new ApiCallError(409, { code: 'captions_exist', ...uploadCaptionsMessages.exists })
    const { cue_count: cues } = await requestCaptionFileCheck(file, answers)
    const name = nameOf(languages, language, isSdh)
    onChange([...captions, { file, language, name, isSdh, answers, cues }])
    setStatus(uploadCaptionsMessages.added({ name }))
    if (pending) skipPending()
  }
  const remove = (caption: PendingCaptionFile) => {
    onChange(captions.filter((one) => one !== caption))
    setStatus(uploadCaptionsMessages.removed({ name: caption.name }))
  }
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4"
    >
      <div>
        <h2 ref={heading} id={titleId} tabIndex={-1} className="text-21">
          {uploadCaptionsMessages.title}
        </h2>
        <p className="field-hint">{uploadCaptionsMessages.hint}</p>
      </div>
      <p aria-live="polite" className="sr-only">
        {status}
      </p>
      {captions.length > 0 && (
        <ul aria-label={uploadCaptionsMessages.list} className="border-t border-line">
          {captions.map((caption) => (
            <CaptionRow key={caption.name} caption={caption} onRemove={() => remove(caption)} />
          ))}
        </ul>
      )}
      <CaptionLanguageFields
        languages={languages}
        language={language}
        onLanguageChange={setLanguage}
        isSdh={isSdh}
        onSdhChange={setIsSdh}
      />
      {/* A new `key` clears the file field after a file has been added. */}
      <CaptionFileForm
        key={`${captions.length} ${dropped.length}`}
        first={pending}
        onCancel={pending && skipPending}
        label={captionsMessages.file}
        submitLabel={captionsMessages.add}
        onSend={add}
      />
    </section>
  )
}

function CaptionRow({ caption, onRemove }: { caption: PendingCaptionFile; onRemove: () => void }) {
  const { file, language, name, cues } = caption
  return (
    <li className="flex items-center gap-3 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <strong lang={language} dir="auto">
          {name}
        </strong>
        <p className="truncate text-15 text-quiet">{uploadCaptionsMessages.row({ file: file.name, cues })}</p>
      </div>
      <IconButton bare label={uploadCaptionsMessages.removeLabel({ name })} icon={<X />} onClick={onRemove} />
    </li>
  )
}

/** The initial language is the language of the page, because it is often also the language of the video. */
function findPageLanguage(languages: readonly CaptionLanguageOption[]): string {
  const [base] = document.documentElement.lang.split('-')
  return languages.find(({ tag }) => tag === base)?.tag ?? 'en'
}

function nameOf(languages: readonly CaptionLanguageOption[], language: string, isSdh: boolean): string {
  const name = languages.find(({ tag }) => tag === language)?.name ?? language
  return isSdh ? uploadCaptionsMessages.sdhName({ name }) : name
}

/**
 * Moves the focus to the heading when the pressed button has disappeared: after the fields have replaced the
 * button that opened them, and after a file was added or removed.
 */
function useFocusWhenChanged(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<number>(undefined)
  useEffect(() => {
    const isGone = document.activeElement === document.body
    if (before.current === undefined ? isGone : before.current !== count)
      heading.current?.focus({ preventScroll: before.current === undefined })
    before.current = count
  }, [count])
  return heading
}
