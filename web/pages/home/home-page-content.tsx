import { ContentCard } from '#web/features/content/content-card.tsx'
import { SeeAllLink } from '#web/features/content/see-all-link.tsx'
import { pagePaths } from '#web/paths.ts'
import { getCardRowImageSizes } from '#web/ui/cards/responsive-images.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import { homeMessages } from '#web/messages/browse/home.ts'
import type { HomeData } from './home-data.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'
import { useSiteInfo } from '../layout/use-site-info.ts'
import { useEmailConfirmationToast } from './email-confirmation-landing.ts'
import { ContinueWatching } from './continue-watching.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeSpotlight } from './home-spotlight.tsx'
import { HomeCallToAction } from './home-call-to-action.tsx'
import './home.css'

/**
 * The content of the home page. Several pages show the home page content. The home page content receives its
 * data as props, because React Router gives a route component only the data of its own route.
 */
export function HomePageContent({ spotlight, claims, fresh, followed, history }: HomeData) {
  useEmailConfirmationToast()
  const site = useSiteInfo()
  const [open, dialog] = useContentDetailsDialog()
  return (
    <>
      <HomeHero claims={claims} />
      <div className="page-inside home-rows">
        <HomeSpotlight spotlight={spotlight} onDetails={open} />
        <ContinueWatching history={history} onDetails={open} />
        {followed.items.length > 0 && (
          <CardRow
            title={homeMessages.followed}
            more={<SeeAllLink to={pagePaths.following()} title={homeMessages.followed} />}
          >
            {followed.items.map((item) => (
              <ContentCard
                key={item.id}
                item={item}
                onDetails={open}
                showType
                sizes={getCardRowImageSizes(followed.items.length)}
              />
            ))}
          </CardRow>
        )}
        {fresh.items.length > 0 && (
          <CardRow
            title={homeMessages.fresh({ site: site.name })}
            more={<SeeAllLink to={pagePaths.newVideos()} title={homeMessages.fresh({ site: site.name })} />}
          >
            {fresh.items.map((item) => (
              <ContentCard
                key={item.id}
                item={item}
                onDetails={open}
                showType
                sizes={getCardRowImageSizes(fresh.items.length)}
              />
            ))}
          </CardRow>
        )}
        <HomeCallToAction />
      </div>
      {dialog}
    </>
  )
}
