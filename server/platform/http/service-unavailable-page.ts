import { currentLocale } from '#i18n/current-locale.ts'
import { getTextDirection } from '#i18n/locales.ts'
import type { ApiError } from '#contract/errors/api-error.ts'
import { getSetting } from '../runtime-settings/runtime-settings.ts'

/**
 * Returns whether a browser sent the request to open a page. Returns false for requests from scripts and
 * other programs.
 */
export function isPageNavigation(request: Request): boolean {
  if (request.method !== 'GET' || !request.headers.get('accept')?.includes('text/html')) return false
  return !/^\/(api|media|assets)\//.test(new URL(request.url).pathname)
}

/**
 * Renders the HTML error page that is shown while the database is unavailable, when not even the session can
 * be read. The error page reloads by itself.
 */
export function renderServiceUnavailablePage(
  { title, detail }: Pick<ApiError, 'title' | 'detail'>,
  response: Response,
): Response {
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = `<!doctype html>
<html lang="${currentLocale()}" dir="${getTextDirection(currentLocale())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="5">
<title>${escapeHtml(title)} – ${escapeHtml(getSetting('site_name'))}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
    font: 18px/1.5 system-ui, sans-serif; text-align: center;
    background: light-dark(#fbf8ff, #0f0b1a); color: light-dark(#1c1530, #f4f0ff); }
  h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; }
  p { margin: 0; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p></main></body>
</html>
`
  return new Response(page, { status: response.status, headers })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
