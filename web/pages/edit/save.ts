import { type OwnContent, pictureKinds, putPicture, updateContent } from '#contract/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { Rating, Visibility } from '#contract/kinds.ts'
import { imageMaxBytes } from '#contract/limits.ts'
import { chooseFrame, dropPicture } from '#contract/pictures.ts'
import { refusal } from '#contract/refusals.ts'
import { textIn } from '#web/features/account/form-answer.ts'
import { adChangesIn } from '#web/features/ads/ad-form.ts'
import { CallError, errorOf } from '#web/api/call.ts'
import { apiOf, services } from '#web/api/context.ts'
import { baselineField, baselineIn, changedFields } from '#web/ui/form-changes.ts'

type Args = Parameters<typeof apiOf>[0] & { params: { id: string } }

/** Two pictures and the words around them. */
const formMax = 2 * imageMaxBytes + 256 * 1024

/** The form, unless it is larger than any that would be accepted: it is held in memory. */
export async function formOf(request: Request): Promise<FormData> {
  const size = Number(request.headers.get('content-length') ?? Infinity)
  if (size > formMax) throw new CallError(413, { code: 'image_too_large', ...refusal('image_too_large') })
  return request.formData()
}

/** What was typed, as the form's fields are called. */
export function detailsIn(form: FormData): Record<string, string> {
  const typed = Object.fromEntries(
    ['title', 'description', 'genre'].map((name) => [name, textIn(form, name)]),
  )
  const visibility = textIn(form, 'visibility')
  const rating = textIn(form, 'rating')
  // A private profile's "Everyone" is switched off, and what is switched off is not sent.
  const chosen = { ...(visibility && { visibility }), ...(rating && { rating }) }
  return { ...typed, trailer: textIn(form, 'trailer_url'), ...chosen }
}

/** Rendered again with a refused form: it still decides what counts as changed. */
export function sentBaseline(form: FormData): Record<string, string> {
  return form.has(baselineField) ? { [baselineField]: JSON.stringify(baselineIn(form)) } : {}
}

/** Words first: they are what is most often wrong, and then no picture is changed either. */
export async function save(args: Args, form: FormData): Promise<OwnContent> {
  const api = apiOf(args)
  const params = { id: args.params.id }
  const { trailer = '', ...typed } = detailsIn(form)
  const { visibility, rating, ...changed } = changedFields<Record<string, string>>(form, {
    ...typed,
    trailer_url: trailer,
  })
  const body = {
    ...changed,
    ...adChangesIn(form),
    ...(form.has('anyway') && { anyway: true }),
    ...(visibility && { visibility: visibility as Visibility }),
    ...(rating && { rating: rating as Rating }),
  }
  const saved = await api(updateContent, { params, body })
  const frame = textIn(form, 'cover_frame')
  if (frame === 'own') await api(dropPicture, { params: { ...params, picture: 'cover' } })
  else if (frame) await api(chooseFrame, { params, body: { frame: Number(frame) } })
  if (form.has('thumbnail_own')) await api(dropPicture, { params: { ...params, picture: 'thumbnail' } })
  for (const picture of pictureKinds) await put(args, picture, form.get(picture))
  return saved
}

async function put(args: Args, picture: (typeof pictureKinds)[number], file: FormDataEntryValue | null) {
  if (!(file instanceof File) || file.size === 0) return
  const path = pathOf(putPicture, { params: { id: args.params.id, picture } })
  const answer = await args.context
    .get(services)
    .fetch(path, { method: 'PUT', body: await file.arrayBuffer() })
  if (!answer.ok) throw await errorOf(answer)
}
