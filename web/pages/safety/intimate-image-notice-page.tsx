import { Link } from 'react-router'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { isFormFailure } from '#web/features/account/forms/account-form-handling.ts'
import { IntimateImageNoticeForm } from '#web/features/intimate-image-notices/intimate-image-notice-form.tsx'
import { IntimateImageNoticeReceipt } from '#web/features/intimate-image-notices/intimate-image-notice-receipt.tsx'
import { pagePaths } from '#web/paths.ts'
import { intimateImageNoticeMessages } from '#web/messages/safety/intimate-image-notice.ts'
import type { Route } from './+types/intimate-image-notice-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export { action } from './intimate-image-notice-action.ts'

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: intimateImageNoticeMessages.title,
    description: intimateImageNoticeMessages.description,
  })

/**
 * The page for reporting an intimate image that was published on the site. No account is needed to report an
 * intimate image.
 */
export default function IntimateImageNoticePage({ actionData }: Route.ComponentProps) {
  const refused = isFormFailure(actionData) ? actionData : undefined
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  return (
    <div className="mx-auto flex max-w-[720px] flex-col gap-6 px-(--gutter) py-6 md:py-12">
      <h1 className="text-40">{intimateImageNoticeMessages.title}</h1>
      <p>{intimateImageNoticeMessages.lead}</p>
      <ul className="list-disc ps-5">
        {intimateImageNoticeMessages.promise.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{intimateImageNoticeMessages.made}</p>
      {refused && Object.keys(refused.fields).length === 0 && (
        <FormErrorMessage title={intimateImageNoticeMessages.failed}>
          {refused.refused.detail}
        </FormErrorMessage>
      )}
      {sent ? <IntimateImageNoticeReceipt {...sent} /> : <IntimateImageNoticeForm answer={refused} />}
      <p className="text-quiet">
        {intimateImageNoticeMessages.elsewhere}{' '}
        <Link to={pagePaths.safety} className="link">
          {intimateImageNoticeMessages.safety}
        </Link>
      </p>
    </div>
  )
}
