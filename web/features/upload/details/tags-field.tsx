import { X } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isTagLongEnough, normalizeTag, splitTags, tagLimits } from '#contract/content/tag-rules.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import './tags-field.css'

interface Props {
  /** The tags, separated by commas. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const messages = uploadFormMessages.details

/**
 * A field for the tags of a video. Pressing Enter or comma adds a tag. Pressing Backspace in the empty field
 * removes the last tag. Without JavaScript, creators type all tags into one text field.
 */
export function TagsField({ value, error, onChange }: Props) {
  const tags = splitTags(value)
  const [draft, setDraft] = useState('')
  const [problem, setProblem] = useState<'tag_invalid' | 'tags_too_many'>()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const save = (next: readonly string[]) => onChange(next.join(', '))
  /** Adds the valid tags. Text that could not be added as a tag stays in the field. */
  const add = (typed: readonly string[]) => {
    const fresh = typed.map(normalizeTag).filter((tag) => tag !== '' && !tags.includes(tag))
    const short = fresh.find((tag) => !isTagLongEnough(tag))
    const added = [...new Set([...tags, ...fresh.filter(isTagLongEnough)])]
    const extra = added.slice(tagLimits.perVideo)
    setProblem(extra.length > 0 ? 'tags_too_many' : short === undefined ? undefined : 'tag_invalid')
    setDraft(extra[0] ?? short ?? '')
    if (added.length > tags.length) save(added.slice(0, tagLimits.perVideo))
  }
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setProblem(undefined)
    const typed = event.target.value
    if (/[,،\n]/.test(typed)) add(typed.split(/[,،\n]/))
    else setDraft(typed)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault()
      add([draft])
    } else if (event.key === 'Backspace' && draft === '' && tags.length > 0) save(tags.slice(0, -1))
  }
  const remove = (tag: string) => {
    save(tags.filter((other) => other !== tag))
    input.current?.focus()
  }
  return (
    <>
      <noscript>
        <label className="field">
          <span className="field-label">{messages.tags}</span>
          <input name="tags" defaultValue={value} className="input" autoComplete="off" />
          <span className="field-hint">{messages.tagsHintWithoutScript({ max: tagLimits.perVideo })}</span>
        </label>
      </noscript>
      <input type="hidden" name="tags" value={tags.join(', ')} readOnly />
      <FormField
        label={messages.tags}
        optional
        className="needs-js"
        hint={messages.tagsHint({ max: tagLimits.perVideo })}
        error={(problem && describeApiError(problem, {}).detail) ?? error}
      >
        {(wiring) => (
          <div className="input tags-input">
            {tags.length > 0 && (
              <ul id={listId} className="tags-chosen" aria-label={messages.chosenTags}>
                {tags.map((tag) => (
                  <li key={tag} className="tag-chip">
                    <bdi>{tag}</bdi>
                    <button
                      type="button"
                      aria-label={messages.removeTag({ tag })}
                      onClick={() => remove(tag)}
                    >
                      <X aria-hidden="true" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <input
              {...wiring}
              ref={input}
              type="text"
              value={draft}
              enterKeyHint="done"
              autoCapitalize="none"
              autoComplete="off"
              onChange={type}
              onKeyDown={press}
              onBlur={() => draft.trim() !== '' && add([draft])}
            />
          </div>
        )}
      </FormField>
    </>
  )
}
