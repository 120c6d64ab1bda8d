import { type ReactNode, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { OwnContent } from '#contract/content.ts'
import { Baseline } from '#web/ui/baseline.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import type { FormValues } from '#web/ui/form-changes.ts'
import { words } from '#web/words/edit.ts'
import { CoverChoice } from './cover-choice.tsx'
import { DetailsFields } from './details-fields.tsx'
import type { Details } from './details.ts'
import { detailsOf } from './drafts.ts'
import { ThumbnailChoice } from './thumbnail-choice.tsx'

interface Props {
  item: OwnContent
  details: Details
  /** What a refused form was first rendered with. */
  baseline: FormValues | undefined
  /** Addresses of frames that may become the cover. */
  frames: string[]
  /** What is wrong, by field. */
  errors: Partial<Record<string, string>>
  /** True for a private profile. */
  capped: boolean
  /** Further sections, under the details. */
  children?: ReactNode
}

/** Everything about a video that may change once it is up. A plain form: it works without script too. */
export function EditForm({ item, details: initial, baseline, frames, errors, capped, children }: Props) {
  const [details, setDetails] = useState(initial)
  const busy = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, errors)
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      preventScrollReset
      className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:grid-rows-[auto_auto]"
    >
      <Baseline
        saved={savedIn(item)}
        initial={baseline}
        onFollow={(name, value) =>
          setDetails((before) => ({ ...before, [name === 'trailer_url' ? 'trailer' : name]: value }))
        }
      />
      <div className="flex min-w-0 flex-col gap-5">
        <h2 className="text-28">{words.details}</h2>
        <DetailsFields
          details={details}
          errors={errors}
          capped={capped}
          ratingFixed={item.rating_fixed}
          videoId={item.id}
          onChange={(patch) => setDetails((before) => ({ ...before, ...patch }))}
        />
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-start-1">
        <h2 className="text-28">{words.pictures}</h2>
        {/* The address changes with the picture: then what was chosen is done and chosen anew. */}
        <CoverChoice key={item.cover_url} item={item} frames={frames} error={errors.cover} />
        <ThumbnailChoice key={item.thumbnail_url} item={item} error={errors.thumbnail} />
      </div>
      {/* Always in reach: the pictures alone are taller than a screen. */}
      <div className="sticky bottom-0 z-10 -mx-(--gutter) border-t border-line bg-ground px-(--gutter) py-3 lg:col-span-2 lg:row-start-2">
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}

function savedIn(item: OwnContent): FormValues {
  const { title, description, genre, visibility, rating, trailer: trailer_url } = detailsOf(item)
  return { title, description, genre, visibility, rating, trailer_url }
}
