import { data } from 'react-router'
import type { Route } from './+types/not-found-page.ts'
import { Link } from 'react-router'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { errorPageMessages } from '#web/messages/site/error-pages.ts'
import { getSiteInfoFromRouteMatches } from '../layout/page-meta.ts'
import HomePage, { loader as loadHome, meta as homeMeta } from './home-page.tsx'

/** If the path is unknown, shows the home page with a notice. The status is 404. */
export async function loader(args: Route.LoaderArgs) {
  return data(await loadHome(args as unknown as Parameters<typeof loadHome>[0]), { status: 404 })
}

export function meta(args: Route.MetaArgs) {
  const keptTags = homeMeta(args).filter(
    (tag) => !('tagName' in tag) && !('name' in tag && tag.name === 'robots'),
  )
  const untitled = keptTags.filter((tag) => !('title' in tag))
  const title = `${errorPageMessages.unknownPage.pageTitle} · ${getSiteInfoFromRouteMatches(args.matches).name}`
  return [{ title }, ...untitled, { name: 'robots', content: 'noindex' }]
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageNotFoundNotice />
      <HomePage loaderData={loaderData} />
    </>
  )
}

function PageNotFoundNotice() {
  const { title, text, home, help } = errorPageMessages.unknownPage
  return (
    <section aria-labelledby="unknown-page" className="page-inside py-6">
      <div className="flex flex-col gap-4 rounded-[22px] border-2 border-bell-ink bg-raised p-5 sm:p-6">
        <div>
          <p id="unknown-page" className="display text-28">
            {title}
          </p>
          <p className="mt-1 text-quiet">{text}</p>
        </div>
        <div className="max-w-[520px]">
          <SearchForm id="unknown" />
        </div>
        <p className="flex flex-wrap gap-3">
          <Link to={pagePaths.home} className={getButtonClassName({ variant: 'primary' })}>
            {home}
          </Link>
          <Link to={pagePaths.help} className={getButtonClassName()}>
            {help}
          </Link>
        </p>
      </div>
    </section>
  )
}
