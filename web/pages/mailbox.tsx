import { Fragment } from 'react'
import { listLetters } from '#contract/accounts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/mailbox.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  return askOf(args)(listLetters, {})
}

export function meta(args: Route.MetaArgs) {
  const description = 'Letters kept on this machine because no mail server is configured.'
  return metaOf(args, { title: 'Mailbox', description, noindex: true })
}

/** Where mail goes while no mail server is configured (ruling 14). */
export default function MailboxPage({ loaderData: { letters } }: Route.ComponentProps) {
  return (
    <div className="page-inside max-w-[860px]! py-10">
      <h1>Mailbox</h1>
      <p className="mt-3 text-quiet">
        No mail server is configured (SMTP_URL), so letters stay on this machine and are shown to it alone.
      </p>
      {letters.length === 0 && <EmptyState title="No letters yet" drawing="bell" />}
      {letters.map(({ id, at, to, subject, text }) => (
        <article key={id} className="mt-6 rounded-card bg-raised p-6">
          <h2 className="text-21">{subject}</h2>
          <p className="mt-1 text-13 text-quiet">
            To {to}, <time dateTime={at}>{at.replace('T', ' ').slice(0, 16)} UTC</time>
          </p>
          <p className="mt-4 whitespace-pre-line wrap-anywhere">
            <Linked text={text} />
          </p>
        </article>
      ))}
    </div>
  )
}

/** Plain text with its links made pressable. */
function Linked({ text }: { text: string }) {
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
