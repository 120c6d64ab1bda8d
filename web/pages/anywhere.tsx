import { data } from 'react-router'
import type { Route } from './+types/anywhere.ts'
import { Link } from 'react-router'
import { SearchForm } from '#web/features/search-box/search-form.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/trouble.ts'
import { siteOf } from './meta.ts'
import Home, { loader as loadHome, meta as homeMeta } from './home.tsx'

/** Any other path shows Home under a notice, and tells crawlers that there is nothing (ruling 4). */
export async function loader(args: Route.LoaderArgs) {
  return data(await loadHome(args as unknown as Parameters<typeof loadHome>[0]), { status: 404 })
}

export function meta(args: Route.MetaArgs) {
  const kept = homeMeta(args).filter(
    (tag) => !('tagName' in tag) && !('name' in tag && tag.name === 'robots'),
  )
  const untitled = kept.filter((tag) => !('title' in tag))
  const title = `${words.unknownPage.pageTitle} · ${siteOf(args.matches).name}`
  return [{ title }, ...untitled, { name: 'robots', content: 'noindex' }]
}

export default function Anywhere({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <UnknownPage />
      <Home loaderData={loaderData} />
    </>
  )
}

function UnknownPage() {
  const { title, text, home, help } = words.unknownPage
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
          <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
            {home}
          </Link>
          <Link to={paths.help} className={buttonClass()}>
            {help}
          </Link>
        </p>
      </div>
    </section>
  )
}
