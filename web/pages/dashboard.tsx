import { redirect, useActionData, useRevalidator } from 'react-router'
import { changePassword, getSession } from '#contract/accounts.ts'
import { deleteContent, listOwnContent } from '#contract/content.ts'
import { storedType, uploadTypes } from '#contract/kinds.ts'
import { retryStream } from '#contract/uploads.ts'
import { apiOf } from '#web/api/context.ts'
import { ChangePassword, type PasswordChanged, sayPassword } from '#web/features/account/change-password.tsx'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { useAfterUpload } from '#web/features/upload/after.ts'
import { ProgressCard } from '#web/features/upload/progress-card.tsx'
import { useCurrentUpload } from '#web/features/upload/state.ts'
import { UploadsList } from '#web/features/uploads-list/uploads-list.tsx'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/dashboard.ts'
import { askOf } from './ask.ts'
import { CreateTiles, DashboardHero } from './dashboard-hero.tsx'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { pathname, search, searchParams } = args.url
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(pathname + search))
  const type = uploadTypes.find((name) => name === searchParams.get('type'))
  const cursor = searchParams.get('cursor') ?? undefined
  const query = { content_type: type && storedType(type), cursor }
  return { name: me.display_name || me.username, type, first: await ask(listOwnContent, { query }) }
}

/** What the page's forms ask for; the list does the same by itself where there is script. */
export async function action(args: Route.ActionArgs) {
  const api = apiOf(args)
  const form = await args.request.formData()
  const intent = textIn(form, 'intent')
  const id = textIn(form, 'id')
  if (intent === 'ask-delete') return { asked: id }
  const asked = form.has('current_password') ? 'yes' : ''
  try {
    if (intent === 'delete') await api(deleteContent, { params: { id } })
    else if (intent === 'retry') await api(retryStream, { params: { streamId: textIn(form, 'stream_id') } })
    else return await newPassword(api, form)
  } catch (thrown) {
    return refusedForm(thrown, { intent, asked })
  }
  return redirect(paths.dashboard)
}

async function newPassword(api: ReturnType<typeof apiOf>, form: FormData): Promise<PasswordChanged> {
  const current_password = textIn(form, 'current_password') || undefined
  await api(changePassword, { body: { password: textIn(form, 'password'), current_password } })
  return { changed: true }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (isRefused(answer) || 'changed' in answer) sayPassword(answer)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: 'Creator Dashboard', description: 'Your uploads and how they do.', noindex: true })

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const current = useCurrentUpload()
  const { revalidate } = useRevalidator()
  useAfterUpload(() => void revalidate())
  const trouble = isRefused(actionData) && actionData.values.intent !== 'password' && actionData.refused
  const asked = actionData && 'asked' in actionData ? actionData.asked : undefined
  return (
    <>
      <DashboardHero name={loaderData.name} />
      <div className="mx-auto flex max-w-[1240px] flex-col gap-12 px-(--gutter) py-8 md:py-12">
        {current && <ProgressCard current={current} />}
        {trouble && <FormError title={trouble.title}>{trouble.detail}</FormError>}
        <CreateTiles />
        <UploadsList
          first={loaderData.first}
          type={loaderData.type}
          sendingId={current?.contentId}
          askedId={asked}
        />
        <ChangePassword intent="password" answer={usePasswordAnswer()} />
      </div>
    </>
  )
}

function usePasswordAnswer() {
  const answer = useActionData<typeof action>()
  return isRefused(answer) || (answer && 'changed' in answer) ? answer : undefined
}
