import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { getStorageOverview, measureStorage, startIntegrityCheck } from '#contract/admin/storage.ts'
import {
  getFormFieldValue,
  isFormFailure,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { StorageView } from '#web/features/admin/storage/storage-view.tsx'
import { adminStorageMessages } from '#web/messages/admin/storage.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { Route } from './+types/storage-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { type AdminActionDone, showAdminActionToast } from './admin-action-result.ts'
import { loadAdminPage } from './load-admin-page.ts'

const refreshIntervalMs = 2000

export function loader(args: Route.LoaderArgs) {
  const load = () => createLoaderApiClient(args)(getStorageOverview, {})
  return loadAdminPage(args, load, (role) => role === 'admin')
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const isCheck = getFormFieldValue(form, 'intent') === 'check'
  try {
    await createApiClientFromContext(args)(isCheck ? startIntegrityCheck : measureStorage, {})
    return { done: adminStorageMessages.done[isCheck ? 'check' : 'measure'] } satisfies AdminActionDone
  } catch (thrown) {
    return toFormFailure(thrown, {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showAdminActionToast(answer)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminStorageMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function StoragePage({ loaderData, actionData }: Route.ComponentProps) {
  const overview = loaderData.staff
  const state = overview?.check?.state
  useRefresh(Boolean(overview?.is_measuring) || state === 'waiting' || state === 'running')
  if (!overview) return <HomePageContent {...loaderData.home!} />
  return (
    <>
      {isFormFailure(actionData) && (
        <FormErrorMessage title={actionData.refused.title}>{actionData.refused.detail}</FormErrorMessage>
      )}
      <StorageView overview={overview} />
    </>
  )
}

/** Loads the page's data again every two seconds while a worker is counting or checking. */
function useRefresh(isRefreshing: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRefreshing) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, refreshIntervalMs)
    return () => clearInterval(timer)
  }, [isRefreshing, revalidate])
}
