/** All of ads, in a chunk of its own: fetched only for items that have some, when somebody plays them. */
export { AdStage } from './ad-stage.tsx'
export { openBreaks } from './breaks.ts'
