import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { dataExportFiles } from './data-export-files.ts'

/** Returns the text of README.txt, the first file of the ZIP. */
export function createExportReadme(): string {
  const files = dataExportFiles.map(({ file, about }) => `  ${`${file}.json`.padEnd(28)}${about}`)
  return [
    `Your data from ${getSetting('site_name')}, created on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    'Everything here is yours: what you told us, what you made and what you chose. What other people wrote',
    'or did is theirs, so it is not included. You can open files ending in .json in any text editor.',
    '',
    ...files,
    `  ${'profile/'.padEnd(28)}your profile photo`,
    `  ${'videos/'.padEnd(28)}a folder for each of your videos, named as in videos.json, with its images`,
    '',
    `Links such as /watch/… are relative to ${config.publicUrl}.`,
    '',
  ].join('\r\n')
}
