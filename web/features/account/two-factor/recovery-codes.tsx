import { Copy, Download } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { twoFactorMessages } from '#web/messages/account/two-factor.ts'

/** Shows the recovery codes, which are displayed only once. */
export function RecoveryCodes({ codes, site }: { codes: string[]; site: string }) {
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast.success(twoFactorMessages.copied),
      () => showToast.error(twoFactorMessages.copyFailed),
    )
  return (
    <div aria-live="polite" className="mt-3 flex flex-col gap-4">
      <p className="max-w-[70ch]">{twoFactorMessages.codesText}</p>
      <ol className="grid max-w-[480px] gap-x-8 gap-y-1 rounded-card bg-lifted p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button onClick={copy}>
          <Copy aria-hidden="true" /> {twoFactorMessages.copy}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={twoFactorMessages.file({ site: site.toLowerCase() })}
          className={getButtonClassName({})}
        >
          <Download aria-hidden="true" /> {twoFactorMessages.download}
        </a>
        <Link to={pagePaths.signInSettings} className={getButtonClassName({ variant: 'primary' })}>
          {twoFactorMessages.kept}
        </Link>
      </div>
    </div>
  )
}
