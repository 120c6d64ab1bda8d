import { useNavigation } from 'react-router'
import {
  assignContactMessage,
  closeContactMessage,
  getContactMessage,
  reopenContactMessage,
  replyToContactMessage,
} from '#contract/contact/contact-inbox.ts'
import {
  getFormFieldValue,
  isFormFailure,
  toFormFailure,
  validateForm,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { ContactMessageView } from '#web/features/admin/contact/contact-message-view.tsx'
import { adminContactMessages } from '#web/messages/admin/contact.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { Route } from './+types/contact-message-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { type AdminActionDone, showAdminActionToast } from './admin-action-result.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  return loadAdminPage(args, () =>
    createLoaderApiClient(args)(getContactMessage, { params: { id: args.params.id } }),
  )
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const body = getFormFieldValue(form, 'body')
  try {
    return await runIntent(args, form, body)
  } catch (thrown) {
    return toFormFailure(thrown, { body })
  }
}

async function runIntent(args: Route.ActionArgs, form: FormData, body: string) {
  const api = createApiClientFromContext(args)
  const params = { id: args.params.id }
  const intent = getFormFieldValue(form, 'intent')
  switch (intent) {
    case 'assign':
      await api(assignContactMessage, {
        params,
        body: { user_id: getFormFieldValue(form, 'user_id') || null },
      })
      return { done: adminContactMessages.done.assign } satisfies AdminActionDone
    case 'close':
      await api(closeContactMessage, { params })
      return { done: adminContactMessages.done.close } satisfies AdminActionDone
    case 'reopen':
      await api(reopenContactMessage, { params })
      return { done: adminContactMessages.done.reopen } satisfies AdminActionDone
    default: {
      const answer = { body, close: intent === 'reply-and-close' }
      const refused = validateForm(replyToContactMessage.body!, answer, { body })
      if (refused) return refused
      await api(replyToContactMessage, { params, body: answer })
      return { done: adminContactMessages.done.reply } satisfies AdminActionDone
    }
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showAdminActionToast(answer)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminContactMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function ContactMessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  const refused = isFormFailure(actionData) ? actionData : undefined
  return (
    <>
      {refused && !refused.fields['body'] && (
        <FormErrorMessage title={refused.refused.title}>{refused.refused.detail}</FormErrorMessage>
      )}
      <ContactMessageView message={loaderData.staff} refused={refused} isBusy={isBusy} />
    </>
  )
}
