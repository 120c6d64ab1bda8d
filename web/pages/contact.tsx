import { data } from 'react-router'
import { getSession, type Me } from '#contract/accounts.ts'
import { contactTopics, subjectOfSlug } from '#contract/contact.ts'
import { contactSlugs as slugs } from '#contract/support.ts'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused, sayRefused } from '#web/features/account/form-answer.ts'
import { ContactForm } from '#web/features/contact/contact-form.tsx'
import { ReallyDelete } from '#web/features/contact/delete-question.tsx'
import { SentPanel } from '#web/features/contact/sent-panel.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/contact.ts'
import type { Route } from './+types/contact.ts'
import { askOf } from './ask.ts'
import { cutOff, isAsk, isSent } from './contact/action.ts'
import { metaOf } from './meta.ts'
import { useSite } from './use-site.ts'

export { action } from './contact/action.ts'

export async function loader(args: Route.LoaderArgs) {
  const { me } = await askOf(args)(getSession, {})
  const slug = slugs.find((name) => name === args.url.searchParams.get('subject'))
  const topic = contactTopics.find((name) => name === slug)
  return {
    values: {
      ...nameOf(me),
      username: me?.username ?? '',
      email: me?.email ?? '',
      subject: slug ? subjectOfSlug[slug] : '',
      topic: topic ?? '',
      message: slug === 'delete-account' ? words.delete.message : '',
    },
    topic,
    signedIn: me !== null,
    needsPassword: me?.recent_sign_in === false,
    leaving: Boolean(me?.leaving_at),
  }
}

/** What somebody told us when they joined; they may change it here. */
function nameOf(me: Me | null) {
  const [firstName = '', ...rest] = me?.full_name.split(' ') ?? []
  return { firstName, lastName: rest.join(' ') }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await serverAction()
    if (isSent(answer)) notify.good(answer.deletion ? words.delete.scheduled : words.sent)
    if (isRefused(answer)) sayRefused(answer, Object.keys(answer.fields).length ? undefined : words.failed)
    return answer
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const answer = cutOff(words.failed, words.cut)
    sayRefused(answer)
    return data(answer, { status: 503 })
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description })

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { values, topic, signedIn, needsPassword, leaving } = loaderData
  const refused = isRefused(actionData) ? actionData : undefined
  const form = (
    <>
      {refused && Object.keys(refused.fields).length === 0 && (
        <FormError title={words.failed}>{refused.refused.detail}</FormError>
      )}
      <ContactForm
        key={`${values.subject} ${signedIn}`}
        values={{ ...values, ...refused?.values }}
        errors={refused?.fields ?? {}}
        topic={topic}
        signedIn={signedIn}
        needsPassword={needsPassword}
        leaving={leaving}
      />
    </>
  )
  return (
    <div
      data-hue="shows"
      className="mx-auto grid max-w-[1240px] gap-8 px-(--gutter) py-6 md:py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] lg:gap-14"
    >
      <Aside />
      <div className="flex w-full max-w-[640px] flex-col gap-6 lg:py-6">
        <h1 className="text-40">{words.title}</h1>
        {isSent(actionData) ? (
          <SentPanel {...actionData} />
        ) : isAsk(actionData) ? (
          <ReallyDelete values={actionData.ask} signedIn={signedIn} />
        ) : (
          form
        )}
      </div>
    </div>
  )
}

function Aside() {
  const site = useSite()
  return (
    <div className="poster flex flex-col gap-6 rounded-[26px] p-6 md:p-10 lg:sticky lg:top-24 lg:self-start">
      <div>
        <p className="poster-type" aria-hidden="true">
          {words.poster}
        </p>
        <p className="mt-4 font-semibold">{words.lead}</p>
      </div>
      <section aria-labelledby="times">
        <h2 id="times" className="text-21">
          {words.times}
        </h2>
        <dl className="mt-3 grid gap-y-2">
          {words.timesList.map(([about, within]) => (
            <div key={about} className="flex flex-wrap justify-between gap-x-4">
              <dt>{about}</dt>
              <dd className="font-bold">{within}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p>
        {words.mailbox}{' '}
        <a href={`mailto:${site.contact}`} className="font-bold underline underline-offset-4">
          {site.contact}
        </a>
      </p>
    </div>
  )
}
