import type { CommentListChange, CommentListPage } from './comment-list.ts'

/**
 * The server's response to a comment form that was submitted without JavaScript. `text` is the text of the
 * submitted comment.
 */
export interface CommentFormResult {
  text: string
  problem: string
  asked: boolean
}

/**
 * The initial state of the comments panel. The initial state is the same on the server and in the browser.
 */
export interface InitialComments {
  contentId: string
  /** The length of the video in seconds, or null if it is unknown. */
  duration: number | null
  isOwner: boolean
  creator: { username: string; display_name: string }
  page: CommentListPage
  count: number
  formResult?: CommentFormResult | undefined
}

/**
 * Passes changes from the page to the comments panel. The panel's code is loaded after the page (see
 * `comments-section.tsx`). Until the panel listens, changes are queued. The pending changes are kept outside
 * React's state. If the panel's props changed before the panel was loaded, React would remove the HTML that
 * the server rendered.
 */
export interface CommentsPanelUpdates {
  initial: InitialComments
  receive: (change: CommentListChange) => void
  /**
   * After this call, the next reload of the page's data replaces all comments, because the page has missed
   * too many changes.
   */
  expectReset: () => void
  /** Passes the new comments to the panel after the page's data has been reloaded. */
  reload: (page: CommentListPage) => void
  /**
   * The page calls this function on every render, with the state of the current navigation. While the panel
   * is loading, React delays navigations.
   */
  rendered: (navigation: string) => void
  /** Calls `listener` first with all pending changes, then with each later change. */
  listen: (listener: (change: CommentListChange) => void) => () => void
}

/**
 * Creates the object that passes changes from one page to its comments panel. `loadPanel` is called if a
 * change arrives before the panel has been loaded.
 */
export function createCommentsPanelUpdates(
  initial: InitialComments,
  loadPanel: () => void,
): CommentsPanelUpdates {
  const waiting: CommentListChange[] = []
  let latestPage = initial.page
  let isReset = false
  let firstNavigation: string | undefined
  let deliver = (change: CommentListChange): void => {
    waiting.push(change)
    loadPanel()
  }
  return {
    initial,
    receive: (change: CommentListChange) => deliver(change),
    expectReset: () => {
      isReset = true
    },
    reload(page: CommentListPage) {
      if (page === latestPage) return
      latestPage = page
      deliver({ kind: 'read', page, isReset })
      isReset = false
    },
    rendered: (navigation: string) => {
      firstNavigation ??= navigation
      if (navigation !== firstNavigation) loadPanel()
    },
    listen(listener: (change: CommentListChange) => void) {
      const keep = deliver
      deliver = listener
      for (const change of waiting.splice(0)) listener(change)
      return () => {
        deliver = keep
      }
    },
  }
}
