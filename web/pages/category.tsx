import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { category, type CategoryName } from '#contract/categories.ts'
import { getCategory } from '#contract/category-pages.ts'
import { type Content } from '#contract/content.ts'
import { storedType } from '#contract/kinds.ts'
import { useAuth } from '#web/features/auth.tsx'
import { ContentCard } from '#web/features/content-card.tsx'
import { CardLike } from '#web/features/like-button/card-like.tsx'
import { SeeAll } from '#web/features/see-all.tsx'
import { categoryAt, paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { rowSizes } from '#web/ui/pictures.ts'
import { Row } from '#web/ui/row.tsx'
import type { Route } from './+types/category.ts'
import { words } from '#web/words/category.ts'
import { words as likes } from '#web/words/like.ts'
import { listsOf } from './ask.ts'
import { CategoryFrame } from './category-frame.tsx'
import { metaOf } from './meta.ts'
import { useDetails } from './use-details.tsx'

export async function loader(args: Route.LoaderArgs) {
  const name = categoryAt(args.url.pathname) ?? 'movies'
  const list = listsOf(args)
  const nothing = { rows: [], mine: [], mine_more: false }
  const shelf = await list(getCategory, { params: { category: name } }, nothing)
  return { name, ...shelf }
}

export function meta(args: Route.MetaArgs) {
  const name = args.loaderData?.name ?? 'movies'
  const { label, path } = category(name)
  return metaOf(args, {
    title: label,
    description: words.pages[name].description,
    canonical: path,
    shelf: true,
  })
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const [open, dialog] = useDetails()
  const { name, rows, mine, mine_more: more } = loaderData
  const { me } = useAuth()
  // After a sign-out that failed, the page is still the one of before.
  const shelves = me && mine.length ? [...rows, { title: category(name).mine, items: mine, more }] : rows
  return (
    <CategoryFrame name={name}>
      {shelves.length === 0 && <Empty name={name} />}
      {shelves.map(({ title, items, more: goesOn }, index) => (
        <Row
          key={title}
          title={title}
          more={goesOn && <SeeAll to={paths.wholeRow(name, title)} title={title} />}
        >
          {items.map((item, place) => (
            <ContentCard
              key={item.id}
              item={item}
              onDetails={open}
              like={likeFor(name, item)}
              priority={index === 0 && place === 0}
              sizes={rowSizes(items.length)}
              heading="h3"
            />
          ))}
        </Row>
      ))}
      {shelves.length > 0 && category(name).cardLikes && (
        <p className="text-15 text-quiet">{likes.onDeviceNote}</p>
      )}
      {dialog}
    </CategoryFrame>
  )
}

function likeFor(name: CategoryName, { id, title }: Content) {
  return category(name).cardLikes ? <CardLike id={id} title={title} /> : undefined
}

function Empty({ name }: { name: CategoryName }) {
  const { empty, upload } = category(name)
  return (
    <div data-hue={storedType(upload)}>
      <EmptyState
        title={empty.title}
        drawing="stage"
        action={
          <Link to={paths.create(upload)} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden="true" /> {words.upload(words.pages[name].noun)}
          </Link>
        }
      >
        {empty.text}
      </EmptyState>
    </div>
  )
}
