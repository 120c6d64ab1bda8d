import { Settings, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { categories, getCategoryForContentType } from '#contract/discovery/categories.ts'
import { toContentType, type UploadType, uploadTypes } from '#contract/content/content-types.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'

const quickUploadTypes = ['music', 'show', 'story'] as const

export function DashboardHero({ name }: { name: string }) {
  return (
    <header className="poster" data-hue="music">
      <div className="mx-auto flex max-w-[1240px] flex-col gap-6 px-(--gutter) py-8 md:py-14">
        <h1>
          <span className="sr-only">{dashboardMessages.title}. </span>
          <span className="mb-3 block font-sans text-21 font-bold tracking-normal">
            {dashboardMessages.hey({ name })}
          </span>
          <span className="poster-type block">{dashboardMessages.next}</span>
        </h1>
        <div className="flex flex-wrap gap-2 sm:gap-3">
          {quickUploadTypes.map((type) => (
            <Link
              key={type}
              to={pagePaths.uploadPage(type)}
              className={getButtonClassName(
                { variant: 'ink', size: 'large' },
                'max-sm:min-h-[48px] max-sm:px-4 max-sm:text-15',
              )}
            >
              <Upload aria-hidden="true" /> {dashboardMessages.quick[type]}
            </Link>
          ))}
        </div>
        <Link
          to={pagePaths.settings}
          className="inline-flex min-h-[44px] items-center gap-2 self-start font-semibold underline underline-offset-4"
        >
          <Settings size={20} aria-hidden="true" /> {dashboardMessages.settings}
        </Link>
      </div>
    </header>
  )
}

/** Links to the upload page, with one link for each of the six upload types in the specification. */
export function UploadTypeTiles() {
  return (
    <nav aria-label={dashboardMessages.create}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {uploadTypes
          .filter((type) => type !== 'movie')
          .map((type) => (
            <li key={type}>
              <UploadTypeTile type={type} />
            </li>
          ))}
      </ul>
    </nav>
  )
}

function UploadTypeTile({ type }: { type: UploadType }) {
  return (
    <Link
      to={pagePaths.uploadPageForType(type)}
      data-hue={type}
      className="poster flex min-h-[84px] flex-col sm:min-h-[132px] justify-between rounded-card p-4 transition-transform hover:-translate-y-1 motion-reduce:hover:translate-y-0"
    >
      <CategoryIcon category={getCategoryHue(type)} size={30} />
      <span className="display text-28">
        {categories[getCategoryForContentType(toContentType(type))].label}
      </span>
    </Link>
  )
}
