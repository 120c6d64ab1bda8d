import { Link } from 'react-router'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused } from '#web/features/account/form-answer.ts'
import { NoticeForm } from '#web/features/notice/notice-form.tsx'
import { NoticeSent } from '#web/features/notice/notice-sent.tsx'
import { paths } from '#web/paths.ts'
import { words } from '#web/words/notice.ts'
import type { Route } from './+types/notice.ts'
import { metaOf } from './meta.ts'

export { action } from './notice/action.ts'

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description })

/** For anybody of whom a private picture was published; no account needed. */
export default function NoticePage({ actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  return (
    <div className="mx-auto flex max-w-[720px] flex-col gap-6 px-(--gutter) py-6 md:py-12">
      <h1 className="text-40">{words.title}</h1>
      <p>{words.lead}</p>
      <ul className="list-disc ps-5">
        {words.promise.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{words.made}</p>
      {refused && Object.keys(refused.fields).length === 0 && (
        <FormError title={words.failed}>{refused.refused.detail}</FormError>
      )}
      {sent ? <NoticeSent {...sent} /> : <NoticeForm answer={refused} />}
      <p className="text-quiet">
        {words.elsewhere}{' '}
        <Link to={paths.safety} className="link">
          {words.safety}
        </Link>
      </p>
    </div>
  )
}
