import { getFigures, spans } from '#contract/figures.ts'
import { FiguresView } from '#web/features/mod/figures/figures-view.tsx'
import { words } from '#web/words/figures.ts'
import type { Route } from './+types/mod-figures.ts'
import { meta as anywhereMeta } from './anywhere.tsx'
import { askOf } from './ask.ts'
import { HomeScreen } from './home/screen.tsx'
import { metaOf } from './meta.ts'
import { forStaff } from './mod/staff.ts'

export function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams.get('hours')
  const hours = spans.find((span) => span === asked) ?? spans[0]
  const load = async () => ({ hours, figures: await askOf(args)(getFigures, { query: { hours } }) })
  return forStaff(args as never, load, (role) => role === 'admin')
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return metaOf(args, { title: words.title, description: words.description, noindex: true })
}

export default function ModerationFigures({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomeScreen {...loaderData.home} />
  return <FiguresView {...loaderData.staff} />
}
