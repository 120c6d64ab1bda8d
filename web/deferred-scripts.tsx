import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { Scripts as useScripts } from 'react-router'

/**
 * Loads React Router's scripts after the first paint of the page. If the scripts were loaded earlier, they
 * would delay text and images on slow connections, and the first paint on fast connections. A page in a
 * background tab loads its scripts immediately. If the user presses a button before the scripts have run,
 * this component triggers the click again after hydration. React Router's component `Scripts` is called as a
 * function, like a hook, because there is no other way to access the elements that it renders.
 */
export function DeferredScripts() {
  const { inlineNodes, files, module } = sortScripts(useScripts({}))
  const pressed = useRef<HTMLElement>(undefined)
  // Use a layout effect: from hydration on, React handles clicks itself, even before the other effects run.
  useLayoutEffect(() => {
    pressed.current = window.pressedEarly?.()
    delete window.pressedEarly
  }, [])
  useEffect(() => pressed.current?.click(), [])
  return (
    <>
      {inlineNodes}
      {/* Browsers do not run scripts of the type text/plain. The function `loadScriptsAfterPaint` runs the
          entry script after the first paint. */}
      {module && cloneElement(module, { type: 'text/plain', async: undefined })}
      {module && (
        <script nonce={module.props.nonce} data-files={files.join(' ')} suppressHydrationWarning>
          {/* The browser bundle renders the script tag without text, because hydration keeps the text that
              the server rendered. */}
          {import.meta.env.SSR ? `(${String(loadScriptsAfterPaint)})()` : ''}
        </script>
      )}
    </>
  )
}

declare global {
  interface Window {
    /**
     * Returns the button that was pressed before the scripts were loaded. The function is deleted after
     * hydration, because the page then handles clicks itself.
     */
    pressedEarly?: () => HTMLElement | undefined
  }
}

type ScriptElement = ReactElement<{ type?: string; nonce?: string; async?: boolean | undefined }>

interface SortedScripts {
  /** Inline scripts, which contain data from the server. */
  inlineNodes: ReactNode[]
  /** The URLs of all script files that the page will request. */
  files: string[]
  /** The entry script, which imports the modules of the page's routes. */
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

/**
 * This function runs in the browser as inlined source text, so it cannot use any variables or imports of this
 * module.
 */
function loadScriptsAfterPaint(): void {
  const { nonce, dataset, previousElementSibling: written } = document.currentScript!
  let pressed: HTMLElement | undefined
  const rememberPress = ({ target }: Event) => {
    if (!window.pressedEarly) return removeEventListener('click', rememberPress)
    const button = (target as Element).closest('button')
    // Ignore form buttons, buttons inside links, and buttons of menus, because they work without scripts.
    const isScripted = button && !button.form && !button.popoverTargetElement && !button.closest('a')
    pressed = isScripted ? button : undefined
  }
  addEventListener('click', rememberPress)
  window.pressedEarly = () => pressed
  const load = async () => {
    const files = dataset['files']!.split(' ')
    await window.earlyStart?.downloadScripts(files)
    for (const href of files)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }),
      )
    const text = written!.textContent
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, text }))
  }
  // The first animation frame runs after the styles have loaded. A timeout set in an animation frame runs
  // after the paint.
  if (document.hidden) void load()
  else requestAnimationFrame(() => setTimeout(load))
}
