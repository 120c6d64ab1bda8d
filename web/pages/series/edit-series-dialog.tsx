import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { deleteSeries, type SeriesDetail, updateSeries } from '#contract/content/series.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

interface Props {
  series: SeriesDetail
  onClose: () => void
}

interface Problem {
  field: 'title' | 'description'
  text: string
  isQuestion: boolean
}

/** The dialog in which the owner edits the title and description of a series, or deletes the series. */
export default function EditSeriesDialog({ series, onClose }: Props) {
  const { id, title, description } = series
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const form = useRef<HTMLFormElement>(null)
  const errors = problem ? { [problem.field]: problem.text } : {}
  useFocusFirstInvalidField(form, errors)
  const save = async (data: FormData) => {
    setBusy(true)
    const body = { title: String(data.get('title')), description: String(data.get('description')) }
    try {
      const anyway = problem?.isQuestion ? { anyway: true } : {}
      await callApi(updateSeries, { params: { id }, body: { ...body, ...anyway } })
      showToast.success(seriesMessages.saved)
      onClose()
      await revalidate()
    } catch (thrown) {
      const found = toProblem(thrown)
      setProblem(found)
      setBusy(false)
      if (!found) showFailure(seriesMessages.saveFailed, thrown)
    }
  }
  return (
    <Dialog open onClose={onClose} title={seriesMessages.editTitle}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <TextField
          label={seriesMessages.name}
          name="title"
          defaultValue={title}
          error={errors['title']}
          autoComplete="off"
          required
        />
        <TextAreaField
          label={seriesMessages.details}
          name="description"
          defaultValue={description}
          error={errors['description']}
          rows={3}
          optional
        />
        <div className="flex flex-wrap justify-end gap-2">
          <DeleteSeriesButton series={series} />
          <Button type="submit" variant="primary" busy={busy}>
            {problem?.isQuestion ? seriesMessages.saveAnyway : seriesMessages.saveChanges}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function DeleteSeriesButton({ series: { id, title } }: Pick<Props, 'series'>) {
  const navigate = useNavigate()
  const [isConfirming, setIsConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await callApi(deleteSeries, { params: { id } })
      await navigate(pagePaths.dashboard, { replace: true })
      showToast.success(seriesMessages.deleted)
    } catch (thrown) {
      showFailure(seriesMessages.deleteFailed, thrown)
      setIsConfirming(false)
      setBusy(false)
    }
  }
  return (
    <>
      <Button className="me-auto text-bad-ink" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" /> {seriesMessages.delete}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={seriesMessages.deleteQuestion}
        confirmLabel={seriesMessages.delete}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setIsConfirming(false)}
      >
        {seriesMessages.deleteText({ title })}
      </ConfirmDialog>
    </>
  )
}

function showFailure(title: string, thrown: unknown): void {
  showToast.error(title, thrown instanceof ApiCallError ? thrown.detail : undefined)
}

/** Returns the error message for a field, or undefined if the error does not concern a field. */
function toProblem(thrown: unknown): Problem | undefined {
  if (!(thrown instanceof ApiCallError)) return undefined
  const field = (['title', 'description'] as const).find((name) => thrown.code.includes(name))
  return field && { field, text: thrown.detail, isQuestion: thrown.code.endsWith('_ask') }
}
