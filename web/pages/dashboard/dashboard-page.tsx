import { useEffect } from 'react'
import { data, Link, useRevalidator } from 'react-router'
import { ChangePasswordForm } from '#web/features/account/password/change-password-form.tsx'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { isFormFailure } from '#web/features/account/forms/account-form-handling.ts'
import { AgeOutNotice } from '#web/features/settings/age-out-notice.tsx'
import {
  ScheduledDeletionNotice,
  CommentMuteNotice,
  GeneratedUsernameNotice,
  SuspensionNotice,
} from '#web/features/settings/account-notices.tsx'
import { SafetySettingsSection } from '#web/features/safety-settings/safety-settings-section.tsx'
import { AccountSettings } from '#web/features/settings/account-settings.tsx'
import { useFinishedUpload } from '#web/features/upload/progress/upload-completion-hooks.ts'
import { FinishedUploadCard } from '#web/features/upload/progress/finished-upload-card.tsx'
import { UploadProgressCard } from '#web/features/upload/progress/upload-progress-card.tsx'
import { UploadQueueCard } from '#web/features/upload/queue/upload-queue-card.tsx'
import { useRestoreUploadQueue } from '#web/features/upload/queue/restore-upload-queue.ts'
import { useUploadingContentId } from '#web/features/upload/queue/upload-queue-state.ts'
import { useCurrentUpload } from '#web/features/upload/transfer/current-upload.ts'
import { OwnUploadsList } from '#web/features/own-uploads/own-uploads-list.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { dataAndDevicesMessages } from '#web/messages/dashboard/data-and-devices.ts'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import type { Route } from './+types/dashboard-page.ts'
import { UploadTypeTiles, DashboardHero } from './dashboard-hero.tsx'
import { DashboardTabs, useDashboardTab } from './dashboard-tabs.tsx'
import { createSettingsFormNetworkError, showSettingsResultToast } from './dashboard-toasts.ts'
import { ViewCountTotals } from './view-count-totals.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { toSettingsFormResult, isSettingsSaveResult } from './settings-form-results.ts'

export { action } from './dashboard-action.ts'
export { loader } from './dashboard-loader.ts'

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = String((await request.clone().formData()).get('intent'))
  try {
    const answer = await serverAction()
    if (isFormFailure(answer) || isSettingsSaveResult(answer)) showSettingsResultToast(answer)
    return answer
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    // The connection was lost. Keep the entered values, and do not reload the page's data, because the reload
    // would fail too.
    const answer = createSettingsFormNetworkError(intent)
    showSettingsResultToast(answer)
    return data(answer, { status: 503 })
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: dashboardMessages.title,
    description: dashboardMessages.description,
    noindex: true,
  })

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { me, first, type, profile, safety, views } = loaderData
  const part = useDashboardTab()
  const current = useCurrentUpload()
  const sendingId = useUploadingContentId()
  useRestoreUploadQueue(me.id)
  const { revalidate } = useRevalidator()
  const [finished, closeFinished] = useFinishedUpload(() => void revalidate())
  const confirmation = actionData && 'asked' in actionData ? actionData.asked : undefined
  const chosen = actionData && 'safety' in actionData ? actionData.safety : undefined
  const answerTo = (intent: string) => toSettingsFormResult(actionData, intent)
  useFocusMainAfter(answerTo('cancel-deletion').done)
  const formProblem = ['delete', 'retry', 'cancel-deletion']
    .map(answerTo)
    .find(({ problem }) => problem)?.problem
  return (
    <>
      <DashboardHero name={me.display_name} />
      <div
        data-part={part}
        className="dash mx-auto flex max-w-[1240px] flex-col gap-8 px-(--gutter) py-6 md:gap-12 md:py-12"
      >
        {me.is_grown && me.role === 'user' && (
          <AgeOutNotice>
            <Link
              to={pagePaths.dataAndDevices}
              className={getButtonClassName({ variant: 'primary' }, 'mt-4')}
            >
              {dataAndDevicesMessages.grownLink}
            </Link>
          </AgeOutNotice>
        )}
        {me.suspended && <SuspensionNotice {...me.suspended} />}
        {me.comments_muted && !me.suspended && <CommentMuteNotice {...me.comments_muted} />}
        {me.leaving_at && <ScheduledDeletionNotice since={me.leaving_at} />}
        {me.choose_username && !me.leaving_at && <GeneratedUsernameNotice username={me.username} />}
        {finished && <FinishedUploadCard upload={finished} onClose={closeFinished} />}
        {current && <UploadProgressCard current={current} />}
        <UploadQueueCard />
        {formProblem && <FormErrorMessage title={formProblem.title}>{formProblem.detail}</FormErrorMessage>}
        <DashboardTabs part={part} />
        <div data-of="uploads" className="flex flex-col gap-8 md:gap-12">
          <OwnUploadsList
            first={first}
            type={type}
            sendingId={current?.contentId ?? sendingId}
            confirmingId={confirmation}
          />
          {views && <ViewCountTotals spans={views} />}
          <UploadTypeTiles />
        </div>
        <AccountSettings
          profile={profile}
          answerTo={answerTo}
          loadError={
            <FormErrorMessage title={accountSettingsMessages.error}>
              {accountSettingsMessages.errorText}
            </FormErrorMessage>
          }
          safety={safety && <SafetySettingsSection settings={safety} chosen={chosen} />}
          password={
            <ChangePasswordForm
              intent="password"
              needsCurrent={!me.recent_sign_in}
              answer={
                isFormFailure(actionData) && actionData.values.intent === 'password' ? actionData : undefined
              }
              changed={answerTo('password').done ?? false}
            />
          }
          isScheduledForDeletion={me.leaving_at !== null}
        />
      </div>
    </>
  )
}

/**
 * Moves the focus to the start of the page when the notice disappears, because the pressed button disappears
 * with the notice.
 */
function useFocusMainAfter(gone: boolean | undefined) {
  useEffect(() => {
    if (gone) document.getElementById('main')?.focus({ preventScroll: true })
  }, [gone])
}
