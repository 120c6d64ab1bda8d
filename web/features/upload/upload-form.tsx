import { RotateCcw, Upload } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { words } from '#web/words/upload.ts'
import { DetailsFields } from './details-fields.tsx'
import type { Details } from './details.ts'
import type { Draft, Unfinished } from './drafts.ts'
import { PictureFields } from './picture-fields.tsx'
import { PrivacyLine } from './privacy-line.tsx'
import type { Order } from './run.ts'
import { SmallerSwitch, useSmaller } from './smaller-switch.tsx'
import { TypeSwitch } from './type-switch.tsx'
import { missing, useForm } from './use-form.ts'
import { VideoDrop } from './video-drop.tsx'

interface Props {
  details: Details
  owner: string
  /** True for a private profile. */
  capped: boolean
  drafts: Draft[]
  onStart: (order: Order) => void
}

/** Everything about a new video on one screen. */
export function UploadForm({ details: initial, owner, capped, drafts, onStart }: Props) {
  const form = useForm({ details: initial, owner, drafts })
  const { details, file, pictures, unfinished, errors } = form
  const smaller = useSmaller()
  const reason = missing(details, file)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.check()) onStart({ owner, file: file!, details, pictures, smaller: smaller.on, unfinished })
  }
  // Enter in a line of text presses the button, which is silent while it is off: say what is missing instead.
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && reason && (event.target as Element).matches('input:not([type])'))
      form.check()
  }
  return (
    <div data-hue={details.type}>
      <header className="poster">
        <div className="mx-auto max-w-[1240px] px-(--gutter) py-8 md:py-12">
          <h1 className="poster-type">{words.heading[details.type]}</h1>
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in its fields submits it */}
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={enter}
        className="mx-auto grid max-w-[1240px] gap-x-12 gap-y-7 px-(--gutter) py-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]"
      >
        <div className="flex min-w-0 flex-col gap-7">
          <TypeSwitch
            value={details.type}
            locked={Boolean(unfinished)}
            onChange={(type) => form.change({ type })}
          />
          <VideoDrop
            type={details.type}
            file={file}
            error={errors.file}
            onFile={(one) => void form.pick(one)}
          />
          {unfinished && file ? (
            <GoingOn unfinished={unfinished} onAnew={form.startAnew} />
          ) : (
            <SmallerSwitch {...smaller} />
          )}
          <PictureFields pictures={pictures} errors={errors} onChange={form.add} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <DetailsFields details={details} errors={errors} capped={capped} onChange={form.change} />
          <div className="grid gap-2">
            <Button
              type="submit"
              variant="primary"
              size="large"
              off={Boolean(reason)}
              aria-describedby={reason ? 'upload-missing' : undefined}
            >
              <Upload aria-hidden="true" /> {unfinished ? words.submitOn : words.submit}
            </Button>
            {/* Its line stays when the words go, so that nothing below it moves. */}
            <p id="upload-missing" className="field-hint min-h-[1.5em] text-center">
              {reason}
            </p>
          </div>
          <PrivacyLine />
        </div>
      </form>
    </div>
  )
}

interface GoingOnProps {
  unfinished: Unfinished
  onAnew: () => void
}

function GoingOn({ unfinished: { offset, size }, onAnew }: GoingOnProps) {
  const percent = Math.floor((offset / size) * 100)
  return (
    <div
      aria-live="polite"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-lifted p-4"
    >
      <RotateCcw className="size-5 text-hue-ink" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60 text-15">
        <strong>{words.goingOn.percent(percent)}</strong> {words.goingOn.known(percent)}
      </p>
      <Button size="small" onClick={onAnew}>
        {words.goingOn.anew}
      </Button>
    </div>
  )
}
