import { Copy, Download, Mail } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/press.ts'
import type { Route } from './+types/press.ts'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import './company/press.css'
import { isAfterbell, metaOf, siteOf } from './meta.ts'
import { useSite } from './use-site.ts'

export function meta(args: Route.MetaArgs) {
  const { name } = siteOf(args.matches)
  return metaOf(args, { title: words.kicker, description: words.description(name) })
}

/** What somebody who writes about the site needs: facts, words, pictures, colours, an address. */
export default function PressPage() {
  const { contact } = useSite()
  return (
    <>
      <PageHead {...words} hue="talent" drawing={<PageDrawing name="megaphone" />}>
        <a
          href={`mailto:${contact}?subject=${encodeURIComponent(words.mailSubject)}`}
          className={buttonClass({ variant: 'ink', size: 'large' }, 'mt-6')}
        >
          <Mail aria-hidden="true" /> {words.write}
        </a>
      </PageHead>
      <div className="page-inside page-body">
        <div className="press-two">
          <Facts />
          <Boilerplate />
        </div>
        <Logos />
        <Colours />
        <section aria-labelledby="rules" className="page-text">
          <h2 id="rules">{words.rulesTitle}</h2>
          <ul className="list-disc space-y-2 pl-5">
            {words.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function Facts() {
  const { name, url, ads = false } = useSite()
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.factsTitle}</h2>
      <dl className="press-facts">
        {words.facts({ name, host: new URL(url).host, ads }).map(([what, is]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Boilerplate() {
  const { name } = useSite()
  const text = words.boiler(name)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.join('\n\n'))
      notify.good(words.copied)
    } catch {
      notify.bad(words.copyFailed)
    }
  }
  return (
    <section aria-labelledby="boilerplate">
      <h2 id="boilerplate">{words.boilerTitle}</h2>
      <blockquote className="press-boiler">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
      <Button className="needs-js mt-4" onClick={() => void copy()}>
        <Copy aria-hidden="true" /> {words.copy}
      </Button>
    </section>
  )
}

/** The name drawn as a picture is Afterbell's: a site of another name shows the bell alone. */
function Logos() {
  const { name } = useSite()
  return (
    <section aria-labelledby="logos">
      <h2 id="logos">{words.logosTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-quiet">{words.logosText}</p>
      <ul className="press-logos">
        {words.logos
          .filter(({ named }) => !named || isAfterbell(name))
          .map(({ file, label, kind, on }) => (
            <li key={file}>
              <div className="press-logo" data-theme={on}>
                <img src={paths.logo(file)} alt="" loading="lazy" />
              </div>
              <a
                href={paths.logo(file)}
                download
                className={buttonClass({ variant: 'ghost', size: 'small' })}
              >
                <Download aria-hidden="true" />
                <span className="sr-only">{words.download(label, kind)}</span>
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

function Colours() {
  return (
    <section aria-labelledby="colours">
      <h2 id="colours">{words.coloursTitle}</h2>
      <ul className="press-colours">
        {words.colours.map(({ name, hex }) => (
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
