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
 * Loads React Router's scripts after the first paint. Earlier loading would delay text and images on a slow
 * connection, and the first paint on a fast one. A page in a background tab loads its scripts immediately. A
 * button that was pressed before the scripts run is pressed again afterwards. React Router's `Scripts` is
 * called as a function, like a hook, because that is the only way to access the elements it renders.
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
      {/* Browsers do not run scripts of this type; `loadScriptsAfterPaint` starts it. */}
      {module && cloneElement(module, { type: 'text/plain', async: undefined })}
      {module && (
        <script nonce={module.props.nonce} data-files={files.join(' ')} suppressHydrationWarning>
          {/* On hydration, the browser keeps the script that the server rendered. */}
          {import.meta.env.SSR ? `(${String(loadScriptsAfterPaint)})()` : ''}
        </script>
      )}
    </>
  )
}

declare global {
  interface Window {
    /**
     * Returns the button that was pressed early. The function exists until the page handles clicks itself.
     */
    pressedEarly?: () => HTMLElement | undefined
  }
}

type ScriptElement = ReactElement<{ type?: string; nonce?: string; async?: boolean | undefined }>

interface SortedScripts {
  /** Inline scripts with data from the server, which load no file. */
  inlineNodes: ReactNode[]
  /** The URLs of all script files that the page will request. */
  files: string[]
  /** The entry point, which imports the modules of the page's routes. */
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

/** Runs in the browser as inlined source text, so it cannot use anything from this module. */
function loadScriptsAfterPaint(): void {
  const { nonce, dataset, previousElementSibling: written } = document.currentScript!
  let pressed: HTMLElement | undefined
  const rememberPress = ({ target }: Event) => {
    const button = (target as Element).closest('button')
    // Form buttons and buttons inside links work without scripts, so they need no second press.
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
  // Animation frames start once the styles have loaded, and a timeout set in one runs after the paint.
  if (document.hidden) load()
  else requestAnimationFrame(() => setTimeout(load))
}
