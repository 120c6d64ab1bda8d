import { useEffect } from 'react'
import { data, Link, useRevalidator } from 'react-router'
import { ChangePassword } from '#web/features/account/change-password.tsx'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused, type Refused, wasAsked } from '#web/features/account/form-answer.ts'
import { GrownNotice } from '#web/features/data/grown-notice.tsx'
import type { Answer } from '#web/features/settings/answer.ts'
import { LeavingNotice, MutedNotice, NameNotice, SuspendedNotice } from '#web/features/settings/notices.tsx'
import { SafetySection } from '#web/features/safety/section.tsx'
import { Settings } from '#web/features/settings/settings.tsx'
import { useFinishedUpload } from '#web/features/upload/after.ts'
import { FinishedCard } from '#web/features/upload/finished-card.tsx'
import { ProgressCard } from '#web/features/upload/progress-card.tsx'
import { useCurrentUpload } from '#web/features/upload/state.ts'
import { UploadsList } from '#web/features/uploads-list/uploads-list.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words as yours } from '#web/words/data.ts'
import { words } from '#web/words/dashboard.ts'
import { words as settings } from '#web/words/settings.ts'
import type { Route } from './+types/dashboard.ts'
import { CreateTiles, DashboardHero } from './dashboard-hero.tsx'
import type { Done } from './dashboard/action.ts'
import { PartTabs, useDashboardPart } from './dashboard/parts.tsx'
import { cutOff, say } from './dashboard/say.ts'
import { Views } from './dashboard/views.tsx'
import { metaOf } from './meta.ts'

export { action } from './dashboard/action.ts'
export { loader } from './dashboard/load.ts'

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = String((await request.clone().formData()).get('intent'))
  try {
    const answer = await serverAction()
    if (isRefused(answer) || isDone(answer)) say(answer)
    return answer
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    // The connection was cut: what was typed stays, and nothing is loaded anew that could not be reached either.
    const answer = cutOff(intent)
    say(answer)
    return data(answer, { status: 503 })
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { me, first, type, profile, safety, views } = loaderData
  const part = useDashboardPart()
  const current = useCurrentUpload()
  const { revalidate } = useRevalidator()
  const [finished, closeFinished] = useFinishedUpload(() => void revalidate())
  const asked = actionData && 'asked' in actionData ? actionData.asked : undefined
  const chosen = actionData && 'safety' in actionData ? actionData.safety : undefined
  const answerTo = (intent: string) => answerOf(actionData, intent)
  useFocusAfter(answerTo('cancel-deletion').done)
  const trouble = ['delete', 'retry', 'cancel-deletion'].map(answerTo).find(({ problem }) => problem)?.problem
  return (
    <>
      <DashboardHero name={me.display_name} />
      <div
        data-part={part}
        className="dash mx-auto flex max-w-[1240px] flex-col gap-8 px-(--gutter) py-6 md:gap-12 md:py-12"
      >
        {me.is_grown && me.role === 'user' && (
          <GrownNotice>
            <Link to={paths.data} className={buttonClass({ variant: 'primary' }, 'mt-4')}>
              {yours.grownLink}
            </Link>
          </GrownNotice>
        )}
        {me.suspended && <SuspendedNotice {...me.suspended} />}
        {me.comments_muted && !me.suspended && <MutedNotice {...me.comments_muted} />}
        {me.leaving_at && <LeavingNotice since={me.leaving_at} />}
        {me.choose_username && !me.leaving_at && <NameNotice username={me.username} />}
        {finished && <FinishedCard upload={finished} onClose={closeFinished} />}
        {current && <ProgressCard current={current} />}
        {trouble && <FormError title={trouble.title}>{trouble.detail}</FormError>}
        <PartTabs part={part} />
        <div data-of="uploads" className="flex flex-col gap-8 md:gap-12">
          <CreateTiles />
          {views && <Views spans={views} />}
          <UploadsList first={first} type={type} sendingId={current?.contentId} askedId={asked} />
        </div>
        <Settings
          profile={profile}
          answerTo={answerTo}
          trouble={<FormError title={settings.error}>{settings.errorText}</FormError>}
          safety={safety && <SafetySection settings={safety} chosen={chosen} />}
          password={
            <ChangePassword
              intent="password"
              needsCurrent={!me.recent_sign_in}
              answer={
                isRefused(actionData) && actionData.values.intent === 'password' ? actionData : undefined
              }
              changed={answerTo('password').done ?? false}
            />
          }
          leaving={me.leaving_at !== null}
        />
      </div>
    </>
  )
}

/** The notice goes with the button that was pressed: the focus begins at the page again. */
function useFocusAfter(gone: boolean | undefined) {
  useEffect(() => {
    if (gone) document.getElementById('main')?.focus({ preventScroll: true })
  }, [gone])
}

/** What the form of this `intent` was answered. */
function answerOf(answer: unknown, intent: string): Answer {
  if (isDone(answer)) return { done: answer.done === intent, errors: {}, typed: undefined }
  if (!isRefused(answer) || answer.values.intent !== intent) return { errors: {}, typed: undefined }
  return {
    problem: answer.refused,
    errors: answer.fields,
    typed: typedIn(answer),
    asked: wasAsked(answer),
  }
}

/** A form that never reached us keeps what is in its fields by itself. */
function typedIn({ values }: Refused) {
  return Object.keys(values).length > 1 ? values : undefined
}

function isDone(answer: unknown): answer is Done {
  return typeof answer === 'object' && answer !== null && 'done' in answer
}
