import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type PlaylistVisibility, playlistVisibilities } from '#contract/engagement/playlists.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'

export interface PlaylistFormValues {
  title: string
  description: string
  visibility: PlaylistVisibility
}

interface Props {
  initial: PlaylistFormValues
  submitLabel: string
  /**
   * Sends the details. `anyway` is true if the user has seen a warning about the text and submits the text
   * anyway.
   */
  onSubmit: (details: PlaylistFormValues, anyway: boolean) => Promise<void>
  hasDescription?: boolean
  /** Moves the focus to the title field, because the form has replaced the button that was pressed. */
  takesFocus?: boolean
  /** Buttons to show before the submit button. */
  children?: ReactNode
}

type Problem = { field: 'title' | 'description'; text: string; isQuestion: boolean }

/** The form fields for a playlist. Shows the API's errors next to the fields. */
export function PlaylistForm({
  initial,
  submitLabel,
  onSubmit,
  hasDescription,
  takesFocus,
  children,
}: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const form = useRef<HTMLFormElement>(null)
  const errors = problem ? { [problem.field]: problem.text } : {}
  useFocusFirstInvalidField(form, errors)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const submit = async (data: FormData) => {
    setBusy(true)
    const details = {
      title: String(data.get('title') ?? ''),
      description: String(data.get('description') ?? initial.description),
      visibility: String(data.get('visibility')) as PlaylistVisibility,
    }
    try {
      await onSubmit(details, problem?.isQuestion ?? false)
      setProblem(undefined)
    } catch (thrown) {
      const found = toProblem(thrown)
      setProblem(found)
      if (!found)
        showToast.error(
          playlistMessages.saveFailed,
          thrown instanceof ApiCallError ? thrown.detail : undefined,
        )
    }
    setBusy(false)
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <TextField
        label={playlistMessages.name}
        name="title"
        defaultValue={initial.title}
        error={errors['title']}
        autoComplete="off"
        required
      />
      {hasDescription && (
        <TextAreaField
          label={playlistMessages.details}
          name="description"
          defaultValue={initial.description}
          error={errors['description']}
          rows={3}
          optional
        />
      )}
      <Select
        label={playlistMessages.audience}
        hint={playlistMessages.visibilityHint}
        name="visibility"
        defaultValue={initial.visibility}
      >
        {playlistVisibilities.map((visibility) => (
          <option key={visibility} value={visibility}>
            {playlistMessages.visibilityOptions[visibility]}
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button type="submit" variant="primary" busy={busy}>
          {problem?.isQuestion ? playlistMessages.saveAnyway : submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Returns the error message for a field, or undefined if the error does not concern a field. */
function toProblem(thrown: unknown): Problem | undefined {
  if (!(thrown instanceof ApiCallError)) return undefined
  const field = (['title', 'description'] as const).find((name) => thrown.code.includes(name))
  return field && { field, text: thrown.detail, isQuestion: thrown.code.endsWith('_ask') }
}
