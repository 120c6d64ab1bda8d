import { Copy, Download, Mail } from 'lucide-react'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { pressPageMessages } from '#web/messages/company/press.ts'
import type { Route } from './+types/press-page.ts'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import './press.css'
import { isDefaultSiteName, buildPageMeta, getSiteInfoFromRouteMatches } from '../layout/page-meta.ts'
import { useSiteInfo } from '../layout/use-site-info.ts'

export function meta(args: Route.MetaArgs) {
  const { name } = getSiteInfoFromRouteMatches(args.matches)
  return buildPageMeta(args, {
    title: pressPageMessages.kicker,
    description: pressPageMessages.description({ name }),
  })
}

/** The press page, with facts, descriptions, images, colours and a contact address. */
export default function PressPage() {
  const { contact } = useSiteInfo()
  return (
    <>
      <InfoPageHeader {...pressPageMessages} hue="talent" drawing={<PageIllustration name="megaphone" />}>
        <a
          href={`mailto:${contact}?subject=${encodeURIComponent(pressPageMessages.mailSubject)}`}
          className={getButtonClassName({ variant: 'ink', size: 'large' }, 'mt-6')}
        >
          <Mail aria-hidden="true" /> {pressPageMessages.write}
        </a>
      </InfoPageHeader>
      <div className="page-inside page-body">
        <div className="press-two">
          <PressFacts />
          <Boilerplate />
        </div>
        <LogoDownloads />
        <BrandColors />
        <section aria-labelledby="rules" className="page-text">
          <h2 id="rules">{pressPageMessages.rulesTitle}</h2>
          <ul className="list-disc space-y-2 ps-5">
            {pressPageMessages.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function PressFacts() {
  const { name, url, ads = false } = useSiteInfo()
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{pressPageMessages.factsTitle}</h2>
      <dl className="press-facts">
        {pressPageMessages.facts.map(({ label, fact }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact({ name, host: new URL(url).host, ads })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Boilerplate() {
  const { name } = useSiteInfo()
  const text = pressPageMessages.boiler.map((paragraph) => paragraph({ name }))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.join('\n\n'))
      showToast.success(pressPageMessages.copied)
    } catch {
      showToast.error(pressPageMessages.copyFailed)
    }
  }
  return (
    <section aria-labelledby="boilerplate">
      <h2 id="boilerplate">{pressPageMessages.boilerTitle}</h2>
      <blockquote className="press-boiler">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
      <Button className="needs-js mt-4" onClick={() => void copy()}>
        <Copy aria-hidden="true" /> {pressPageMessages.copy}
      </Button>
    </section>
  )
}

/** The wordmark contains the name "Afterbell", so a site with another name shows only the bell. */
function LogoDownloads() {
  const { name } = useSiteInfo()
  return (
    <section aria-labelledby="logos">
      <h2 id="logos">{pressPageMessages.logosTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-quiet">{pressPageMessages.logosText}</p>
      <ul className="press-logos">
        {pressPageMessages.logos
          .filter(({ named }) => !named || isDefaultSiteName(name))
          .map(({ file, label, kind, on }) => (
            <li key={file}>
              <div className="press-logo" data-theme={on}>
                <img src={pagePaths.logo(file)} alt="" loading="lazy" />
              </div>
              <a
                href={pagePaths.logo(file)}
                download
                className={getButtonClassName({ variant: 'ghost', size: 'small' })}
              >
                <Download aria-hidden="true" />
                <span className="sr-only">{pressPageMessages.download({ label, kind })}</span>
                <span aria-hidden="true">
                  {label} · {kind}
                </span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}

function BrandColors() {
  return (
    <section aria-labelledby="colours">
      <h2 id="colours">{pressPageMessages.coloursTitle}</h2>
      <ul className="press-colours">
        {pressPageMessages.colours.map(({ name, hex }) => (
          <li key={hex}>
            <span style={{ background: hex }} aria-hidden="true" />
            <b>{name}</b>
            <code>{hex}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
