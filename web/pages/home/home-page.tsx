import type { Route } from './+types/home-page.ts'
import { type HomeData, loadHomeData } from './home-data.ts'
import { HomePageContent } from './home-page-content.tsx'
import { type PageMetaArgs, buildPageMeta, getSiteInfoFromRouteMatches } from '../layout/page-meta.ts'
import { homeMessages } from '#web/messages/browse/home.ts'

export function loader(args: Route.LoaderArgs) {
  return loadHomeData(args)
}

export function meta(args: PageMetaArgs) {
  const { name } = getSiteInfoFromRouteMatches(args.matches)
  return buildPageMeta(args, {
    title: homeMessages.title({ site: name }),
    description: homeMessages.description,
    canonical: '/',
    listsUserContent: true,
  })
}

export default function HomePage({ loaderData }: { loaderData: HomeData }) {
  return <HomePageContent {...loaderData} />
}
