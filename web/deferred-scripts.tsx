import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
} from 'react'
import { Scripts as useScripts } from 'react-router'

/**
 * React Router's scripts, loaded after the first paint. On a slow connection, text and images otherwise
 * arrived after all scripts; on a fast one, the first paint waited for them to run. A page that is not
 * visible (a background tab) loads them immediately. A button that is pressed before they run is pressed
 * again afterwards. React Router's `Scripts` is called as a function, like a hook, because that is the only way
 * to reach the elements it renders.
 */
export function DeferredScripts() {
  const { inlineNodes, files, module } = sortScripts(useScripts({}))
  useEffect(() => {
    const pressed = window.pressedEarly?.()
    delete window.pressedEarly
    pressed?.click()
  }, [])
  return (
    <>
      {inlineNodes}
      {/* A type that no browser runs: `loadScriptsAfterPaint` starts it. */}
      {module && cloneElement(module, { type: 'text/plain', async: undefined })}
      {module && (
        <script nonce={module.props.nonce} data-files={files.join(' ')} suppressHydrationWarning>
          {/* On hydration, the browser keeps the server's script. */}
          {import.meta.env.SSR ? `(${String(loadScriptsAfterPaint)})()` : ''}
        </script>
      )}
    </>
  )
}

declare global {
  interface Window {
    /** Exists until the page handles clicks itself. */
    pressedEarly?: () => HTMLElement | undefined
  }
}

type ScriptElement = ReactElement<{ type?: string; nonce?: string; async?: boolean | undefined }>

interface SortedScripts {
  /** Inline data from the server that needs no file. */
  inlineNodes: ReactNode[]
  /** URLs of all files that the page will request. */
  files: string[]
  /** The entry point: imports the modules of the page's routes. */
  module?: ScriptElement
}

function sortScripts(node: ReactNode, into: SortedScripts = { inlineNodes: [], files: [] }): SortedScripts {
  Children.forEach(node, (child) => {
    if (!isValidElement(child)) return
    const { type, props } = child as ReactElement<{ type?: string; href?: string; children?: ReactNode }>
    if (type === Fragment) sortScripts(props.children, into)
    else if (type === 'link') into.files.push(props.href!)
    else if (props.type === 'module') into.module = child as ScriptElement
    else into.inlineNodes.push(child)
  })
  return into
}

/** Runs in the browser as inlined source text, so nothing from the surrounding module is available. */
function loadScriptsAfterPaint(): void {
  const { nonce, dataset, previousElementSibling: written } = document.currentScript!
  let pressed: HTMLElement | undefined
  const rememberPress = ({ target }: Event) => {
    const button = (target as Element).closest('button')
    // Form buttons and buttons inside links work without scripts.
    pressed = button && !button.form && !button.closest('a') ? button : undefined
  }
  addEventListener('click', rememberPress)
  window.pressedEarly = () => {
    removeEventListener('click', rememberPress)
    return pressed
  }
  const load = () => {
    for (const href of dataset['files']!.split(' '))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }),
      )
    const text = written!.textContent
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, text }))
  }
  // Animation frames start once the styles have loaded; a timeout set in one fires after the paint.
  if (document.hidden) load()
  else requestAnimationFrame(() => setTimeout(load))
}
