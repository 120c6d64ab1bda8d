import { deleteEpisode, getContentSeries, putEpisode } from '#contract/content/series.ts'
import { newSeriesPlaceholderId } from '#contract/content/episode-numbers.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { getFormFieldValue } from '#web/features/account/forms/account-form-handling.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

type EditVideoArgs = Parameters<typeof createApiClientFromContext>[0] & { params: { id: string } }

/** Saves the series, season and episode number from the edit form if the creator has changed them. */
export async function saveEpisodeNumber(args: EditVideoArgs, form: FormData): Promise<void> {
  if (!form.has('series')) return
  const api = createApiClientFromContext(args)
  const { id: content_id } = args.params
  const { series } = await api(getContentSeries, { params: { id: content_id }, query: {} })
  const id = getFormFieldValue(form, 'series')
  if (id === newSeriesPlaceholderId)
    throw new ApiCallError(422, { code: 'series_not_created', ...describeApiError('series_not_created') })
  if (id === '') {
    if (series) await api(deleteEpisode, { params: { id: series.id, content_id } })
    return
  }
  const season = Number(getFormFieldValue(form, 'season'))
  const episode = Number(getFormFieldValue(form, 'episode'))
  if (series?.id === id && series.season === season && series.episode === episode) return
  await api(putEpisode, { params: { id, content_id }, body: { season, episode } })
}
