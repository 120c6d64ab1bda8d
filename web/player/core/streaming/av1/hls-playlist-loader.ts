import type { LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js/light'
import { HlsPrefetchLoader } from '../hls-prefetch-loader.ts'
import { prefetchSegments } from '../segment-prefetch.ts'
import { chooseStartUrls, hasAv1, removeUnusableVariants } from './av1-variants.ts'

/**
 * Creates a loader for playlists that hides renditions in codecs that this device should not play. The page
 * prefetches nothing of a video that has AV1 renditions, so the loader chooses the rendition with which playback
 * starts, and prefetches its files. `onStart` is called with the URL of its playlist.
 */
export function createHlsPlaylistLoader(startAt: number, onStart: (playlist: string) => void) {
  return class extends HlsPrefetchLoader {
    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ) {
      if (context.type !== 'manifest') return super.load(context, config, callbacks as never)
      const onSuccess: typeof callbacks.onSuccess = async (response, stats, loaded, details) => {
        let data = String(response.data)
        if (hasAv1(data)) {
          data = await removeUnusableVariants(data)
          if (this.isOver) return
          const urls = chooseStartUrls(data, response.url)
          if (urls[0]) onStart(urls[0])
          // The first segment is not needed if playback starts later in the video.
          prefetchSegments(startAt > 0 ? urls.slice(0, 2) : urls)
        }
        callbacks.onSuccess({ ...response, data }, stats, loaded, details)
      }
      super.load(context, config, { ...callbacks, onSuccess } as never)
    }
  }
}
