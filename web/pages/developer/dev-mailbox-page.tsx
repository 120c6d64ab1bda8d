import { Fragment } from 'react'
import { redirect } from 'react-router'
import { listDevMailboxEmails } from '#contract/accounts/accounts.ts'
import { pagePaths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { devMailboxMessages } from '#web/messages/site/dev-mailbox.ts'
import type { Route } from './+types/dev-mailbox-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

/**
 * Moves the key for the developer mailbox from the URL to a cookie. The server prints this key when it
 * starts.
 */
export async function loader(args: Route.LoaderArgs) {
  const key = args.url.searchParams.get('key')
  const mailbox = await createLoaderApiClient(args)(listDevMailboxEmails, {
    query: key === null ? {} : { key },
  })
  if (key !== null) throw redirect(pagePaths.devMailbox)
  return mailbox
}

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, {
    title: devMailboxMessages.title,
    description: devMailboxMessages.description,
    noindex: true,
  })
}

/** Shows the emails that the server could not send because no mail server is configured. */
export default function DevMailboxPage({ loaderData: { letters } }: Route.ComponentProps) {
  return (
    <div className="page-inside max-w-[860px]! py-10">
      <h1>{devMailboxMessages.title}</h1>
      <p className="mt-3 text-quiet">{devMailboxMessages.text}</p>
      {letters.length === 0 && <EmptyState title={devMailboxMessages.none} drawing="bell" />}
      {letters.map(({ id, at, to, subject, text }) => (
        <article key={id} className="mt-6 rounded-card bg-raised p-6">
          <h2 className="text-21">{subject}</h2>
          <p className="mt-1 text-13 text-quiet">
            {devMailboxMessages.to({ address: to })}
            <time dateTime={at}>{devMailboxMessages.at({ time: at.replace('T', ' ').slice(0, 16) })}</time>
          </p>
          <p className="mt-4 whitespace-pre-line wrap-anywhere">
            <LinkifiedText text={text} />
          </p>
        </article>
      ))}
    </div>
  )
}

/** Shows an email as plain text with clickable links. */
function LinkifiedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>]+)/).map((part, index) =>
    index % 2 ? (
      <a key={index} href={part} className="link">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
