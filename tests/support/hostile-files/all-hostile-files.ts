import type { HostileFile } from '#tests/support/hostile-files/hostile-file.ts'
import { hostileImages } from './hostile-images.ts'
import { hostilePlaylists } from './hostile-playlists.ts'
import { hostileVideos } from './hostile-videos.ts'

/** All hostile files that the tests create with ffmpeg and Node, each with its expected outcome. */
export const hostileFiles: HostileFile[] = [...hostilePlaylists, ...hostileVideos, ...hostileImages]
