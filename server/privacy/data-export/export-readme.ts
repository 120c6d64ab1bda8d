import { config } from '#server/platform/config.ts'
import { exportedTables } from './exported-tables.ts'

/** The first file of the ZIP. */
export function createExportReadme(): string {
  const files = exportedTables.map(({ file, about }) => `  ${`${file}.json`.padEnd(28)}${about}`)
  return [
    `Your data from ${config.siteName}, exported on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    'This export contains the information you gave us, the content you made and the settings you chose. It does',
    'not contain what other people wrote or did. You can open files that end in .json in any text editor.',
    '',
    ...files,
    `  ${'profile/'.padEnd(28)}your profile photo`,
    `  ${'videos/'.padEnd(28)}a folder for each of your videos with its images, named by its id in videos.json`,
    '',
    `Addresses such as /watch/… are pages of ${config.publicUrl}.`,
    '',
  ].join('\r\n')
}
