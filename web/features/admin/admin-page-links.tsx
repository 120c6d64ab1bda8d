import { Link } from 'react-router'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'

interface AdminPageLinksProps {
  messages: { pages: string; newest: string; older: string }
  /** The URL of the first page, or null on the first page. */
  newestPath: string | null
  /** The URL of the next page, or null on the last page. */
  olderPath: string | null
}

/** The links to the first and the next page of a list in the admin console. */
export function AdminPageLinks({ messages, newestPath, olderPath }: AdminPageLinksProps) {
  if (!newestPath && !olderPath) return null
  return (
    <nav className="flex flex-wrap gap-2" aria-label={messages.pages}>
      {newestPath && (
        <Link to={newestPath} className={getButtonClassName()}>
          {messages.newest}
        </Link>
      )}
      {olderPath && (
        <Link to={olderPath} className={getButtonClassName()}>
          {messages.older}
        </Link>
      )}
    </nav>
  )
}
