import { Settings, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { categories, categoryOf } from '#contract/categories.ts'
import { storedType, type UploadType, uploadTypes } from '#contract/kinds.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { categoryOf as hueOf } from '#web/ui/hue.ts'
import { words } from '#web/words/dashboard.ts'

const quick = ['music', 'show', 'story'] as const

export function DashboardHero({ name }: { name: string }) {
  return (
    <header className="poster" data-hue="music">
      <div className="mx-auto flex max-w-[1240px] flex-col gap-6 px-(--gutter) py-8 md:py-14">
        <h1>
          <span className="sr-only">{words.title}. </span>
          <span className="mb-3 block font-sans text-21 font-bold tracking-normal">{words.hey(name)}</span>
          <span className="poster-type block">{words.next}</span>
        </h1>
        <div className="flex flex-wrap gap-2 sm:gap-3">
          {quick.map((type) => (
            <Link
              key={type}
              to={paths.create(type)}
              className={buttonClass(
                { variant: 'ink', size: 'large' },
                'max-sm:min-h-[48px] max-sm:px-4 max-sm:text-15',
              )}
            >
              <Upload aria-hidden="true" /> {words.quick[type]}
            </Link>
          ))}
        </div>
        <Link
          to={paths.settings}
          className="inline-flex min-h-[44px] items-center gap-2 self-start font-semibold underline underline-offset-4"
        >
          <Settings size={20} aria-hidden="true" /> {words.settings}
        </Link>
      </div>
    </header>
  )
}

/** The six of the specification; each in its hue. */
export function CreateTiles() {
  return (
    <nav aria-label={words.create}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {uploadTypes
          .filter((type) => type !== 'movie')
          .map((type) => (
            <li key={type}>
              <Tile type={type} />
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Tile({ type }: { type: UploadType }) {
  return (
    <Link
      to={paths.createTile(type)}
      data-hue={type}
      className="poster flex min-h-[84px] flex-col sm:min-h-[132px] justify-between rounded-card p-4 transition-transform hover:-translate-y-1 motion-reduce:hover:translate-y-0"
    >
      <CategoryIcon category={hueOf(type)} size={30} />
      <span className="display text-28">{categories[categoryOf(storedType(type))].label}</span>
    </Link>
  )
}
