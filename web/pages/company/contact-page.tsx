import { data } from 'react-router'
import { getSession, type CurrentUser } from '#contract/accounts/current-user.ts'
import { safetyContactTopics, contactSubjectsBySlug } from '#contract/contact/contact-form.ts'
import { contactSubjectSlugs as slugs } from '#contract/contact/support.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { isFormFailure, showFormFailureToast } from '#web/features/account/forms/account-form-handling.ts'
import { ContactForm } from '#web/features/contact/contact-form.tsx'
import { AccountDeletionConfirmation } from '#web/features/contact/account-deletion-confirmation.tsx'
import { ContactConfirmation } from '#web/features/contact/contact-confirmation.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { contactPageMessages } from '#web/messages/company/contact.ts'
import type { Route } from './+types/contact-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import {
  createContactFormNetworkError,
  isAccountDeletionConfirmationRequired,
  isContactMessageResult,
} from './contact-action.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { useSiteInfo } from '../layout/use-site-info.ts'

export { action } from './contact-action.ts'

export async function loader(args: Route.LoaderArgs) {
  const { me } = await createLoaderApiClient(args)(getSession, {})
  const slug = slugs.find((name) => name === args.url.searchParams.get('subject'))
  const topic = safetyContactTopics.find((name) => name === slug)
  return {
    values: {
      ...splitFullName(me),
      username: me?.username ?? '',
      email: me?.email ?? '',
      subject: slug ? contactSubjectsBySlug[slug] : '',
      topic: topic ?? '',
      message: slug === 'delete-account' ? contactPageMessages.delete.message : '',
    },
    topic,
    signedIn: me !== null,
    needsPassword: me?.recent_sign_in === false,
    leaving: Boolean(me?.leaving_at),
  }
}

/**
 * Prefills the name in the contact form with the name that the user entered at sign-up. The user can change
 * the name before sending the contact form.
 */
function splitFullName(me: CurrentUser | null) {
  const [firstName = '', ...rest] = me?.full_name.split(' ') ?? []
  return { firstName, lastName: rest.join(' ') }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await serverAction()
    if (isContactMessageResult(answer))
      showToast.success(answer.deletion ? contactPageMessages.delete.scheduled : contactPageMessages.sent)
    if (isFormFailure(answer))
      showFormFailureToast(answer, Object.keys(answer.fields).length ? undefined : contactPageMessages.failed)
    return answer
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const answer = createContactFormNetworkError(contactPageMessages.failed, contactPageMessages.cut)
    showFormFailureToast(answer)
    return data(answer, { status: 503 })
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, { title: contactPageMessages.title, description: contactPageMessages.description })

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { values, topic, signedIn, needsPassword, leaving } = loaderData
  const refused = isFormFailure(actionData) ? actionData : undefined
  const form = (
    <>
      {refused && Object.keys(refused.fields).length === 0 && (
        <FormErrorMessage title={contactPageMessages.failed}>{refused.refused.detail}</FormErrorMessage>
      )}
      <ContactForm
        key={`${values.subject} ${signedIn}`}
        values={{ ...values, ...refused?.values }}
        errors={refused?.fields ?? {}}
        topic={topic}
        signedIn={signedIn}
        needsPassword={needsPassword}
        isScheduledForDeletion={leaving}
      />
    </>
  )
  return (
    <div
      data-hue="shows"
      className="mx-auto grid max-w-[1240px] gap-8 px-(--gutter) py-6 md:py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] lg:gap-14"
    >
      <ResponseTimesPanel />
      <div className="flex w-full max-w-[640px] flex-col gap-6 lg:py-6">
        <h1 className="text-40">{contactPageMessages.title}</h1>
        {isContactMessageResult(actionData) ? (
          <ContactConfirmation {...actionData} />
        ) : isAccountDeletionConfirmationRequired(actionData) ? (
          <AccountDeletionConfirmation values={actionData.ask} signedIn={signedIn} />
        ) : (
          form
        )}
      </div>
    </div>
  )
}

function ResponseTimesPanel() {
  const site = useSiteInfo()
  return (
    <div className="poster flex flex-col gap-6 rounded-[26px] p-6 md:p-10 lg:sticky lg:top-24 lg:self-start">
      <div>
        <p className="poster-type" aria-hidden="true">
          {contactPageMessages.poster}
        </p>
        <p className="mt-4 font-semibold">{contactPageMessages.lead}</p>
      </div>
      <section aria-labelledby="times">
        <h2 id="times" className="text-21">
          {contactPageMessages.times}
        </h2>
        <dl className="mt-3 grid gap-y-2">
          {contactPageMessages.timesList.map(([about, within]) => (
            <div key={about} className="flex flex-wrap justify-between gap-x-4">
              <dt>{about}</dt>
              <dd className="font-bold">{within}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p>
        {contactPageMessages.mailbox}{' '}
        <a href={`mailto:${site.contact}`} className="font-bold underline underline-offset-4">
          {site.contact}
        </a>
      </p>
    </div>
  )
}
